/**
 * The form for creating or editing a record of a plain kind. Typed values are stored as a draft until the server has
 * responded.
 */
import { useNavigate } from '@tanstack/react-router'
import { useCallback } from 'react'
import { toast } from '../../components/toast.tsx'
import { type CommandForm, useCommand } from '../../data/command.ts'
import { useRecord } from '../../data/lists.ts'
import { FormPanel } from '../../parts/form-panel.tsx'
import { RecordGate } from '../../parts/record-gate.tsx'
import { useWords } from '../../words/words.ts'
import { commandsOf, useSpecWords } from './all.ts'
import { RecordFields } from './record-fields.tsx'
import { type AnyRecord, type AnySpec, differing, own, plainBody, plainValues, type Values } from './spec.ts'

interface FormValues {
  readonly now: Values
  /** The values with which the form for the record was opened. */
  readonly base: Values
}

/** Returns the initial values that the page address contains, such as the partner of a new contract. */
function startOf({ fields }: AnySpec): Values {
  const given = Object.fromEntries(new URLSearchParams(window.location.search))
  const names = new Set(fields.map(({ name }) => name).filter((name) => given[name] !== undefined))
  return { ...plainValues(fields, null), ...Object.fromEntries([...names].map((name) => [name, given[name]])) }
}

export function NewRecord({ spec }: { readonly spec: AnySpec }) {
  const say = useSpecWords(spec)
  const navigate = useNavigate()
  const close = useCallback(() => void navigate({ to: spec.path, search: true }), [navigate, spec])
  const form = useCommand<FormValues, AnyRecord>({
    name: `${spec.path}/new`,
    initial: () => ({ now: startOf(spec), base: {} }),
    send: ({ now }, how) => commandsOf(spec).create!(plainBody(spec.fields, now), how) as never,
    onDone: (record) => {
      toast(say(own('created'), { name: spec.nameOf(record as never, say) }))
      void navigate({ to: `${spec.path}/${record.id}`, search: true })
    },
  })
  return <SpecForm spec={spec} title={say(own('new'))} form={form} onClose={close} isNew />
}

interface EditProps {
  readonly spec: AnySpec
  readonly id: string
}

export function EditRecord({ spec, id }: EditProps) {
  const say = useSpecWords(spec)
  const navigate = useNavigate()
  const close = useCallback(() => void navigate({ to: `${spec.path}/${id}`, search: true }), [navigate, spec, id])
  return (
    <RecordGate view={useRecord(spec.kind, id)} title={say(own('one'))} onClose={close}>
      {(record) => <EditForm spec={spec} record={record as unknown as AnyRecord} onClose={close} />}
    </RecordGate>
  )
}

interface EditFormProps {
  readonly spec: AnySpec
  readonly record: AnyRecord
  readonly onClose: () => void
}

function EditForm({ spec, record, onClose }: EditFormProps) {
  const say = useSpecWords(spec)
  const core = useWords('core')
  const form = useCommand<FormValues, AnyRecord>({
    name: `${spec.path}/${record.id}`,
    initial: () => ({ now: plainValues(spec.fields, record), base: plainValues(spec.fields, record) }),
    send: ({ now, base }, how) => {
      const archived = spec.always?.includes('archived') ? { archived: record.archived } : {}
      const changes = differing(plainBody(spec.fields, base), plainBody(spec.fields, now), spec.always)
      return commandsOf(spec).update!(record.id, { ...changes, ...archived }, how) as never
    },
    onDone: () => {
      toast(core('changesSaved'))
      onClose()
    },
  })
  return <SpecForm spec={spec} title={spec.nameOf(record as never, say)} form={form} onClose={onClose} isNew={false} />
}

interface SpecFormProps {
  readonly spec: AnySpec
  readonly title: string
  readonly form: CommandForm<FormValues, AnyRecord>
  readonly onClose: () => void
  readonly isNew: boolean
}

function SpecForm({ spec, title, form, onClose, isNew }: SpecFormProps) {
  const { now } = form.values
  return (
    <FormPanel title={title} form={form} onClose={onClose}>
      <RecordFields
        spec={spec}
        values={now}
        onChange={(parts) => form.change({ now: { ...now, ...parts } })}
        failure={form.failure}
        isNew={isNew}
        hasFocus={isNew}
      />
    </FormPanel>
  )
}
