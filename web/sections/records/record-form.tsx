/** The form of a plain record, to create and to edit: what is typed is kept until it is answered. */
import { Alert, Anchor, Button, Group, Skeleton, Stack } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useCallback, useEffect } from 'react'
import { Panel } from '../../components/split.tsx'
import { toast } from '../../components/toast.tsx'
import { type CommandForm, useCommand } from '../../data/command.ts'
import { useRecord } from '../../data/lists.ts'
import { fieldFailure } from '../../data/refusals.ts'
import { useWords } from '../../words/words.ts'
import { Failure, FormFailure } from '../shell/failure.tsx'
import { RecordFields } from './record-fields.tsx'
import { useSpecWords } from './record-section.tsx'
import classes from './records.module.css'
import { type AnyRecord, type AnySpec, bodyOf, changesOf, sending, type Values, valuesOf } from './spec.ts'

interface FormValues {
  readonly now: Values
  /** As it was when the form was opened. */
  readonly base: Values
}

/** What a form begins with may be in its address, such as the partner of a contract. */
function startOf({ fields }: AnySpec): Values {
  const given = Object.fromEntries(new URLSearchParams(window.location.search))
  const names = new Set(fields.map(({ name }) => name).filter((name) => given[name] !== undefined))
  return { ...valuesOf(fields, null), ...Object.fromEntries([...names].map((name) => [name, given[name]])) }
}

export function NewRecord({ spec }: { readonly spec: AnySpec }) {
  const say = useSpecWords(spec)
  const navigate = useNavigate()
  const close = useCallback(() => void navigate({ to: spec.path, search: true }), [navigate, spec])
  const form = useCommand<FormValues, AnyRecord>({
    name: `${spec.path}/new`,
    initial: () => ({ now: startOf(spec), base: {} }),
    send: ({ now }, how) => sending(spec.create)(bodyOf(spec.fields, now), how) as never,
    onDone: (record) => {
      toast(say(`${spec.prefix}-created`, { name: spec.nameOf(record as never) }))
      void navigate({ to: `${spec.path}/${record.id}`, search: true })
    },
  })
  return <FormPanel spec={spec} title={say(`${spec.prefix}-new`)} form={form} onClose={close} isNew />
}

interface EditProps {
  readonly spec: AnySpec
  readonly id: string
}

export function EditRecord({ spec, id }: EditProps) {
  const say = useSpecWords(spec)
  const core = useWords('core')
  const navigate = useNavigate()
  const { record, error, retry } = useRecord(spec.kind, id)
  const close = useCallback(() => void navigate({ to: `${spec.path}/${id}`, search: true }), [navigate, spec, id])
  if (record !== undefined) return <EditForm spec={spec} record={record as unknown as AnyRecord} onClose={close} />
  return (
    <Panel title={say(`${spec.prefix}-one`)} closeLabel={core('close')} onClose={close}>
      {error === null ? <Skeleton height={320} /> : <Failure error={error} onRetry={retry} />}
    </Panel>
  )
}

interface EditFormProps {
  readonly spec: AnySpec
  readonly record: AnyRecord
  readonly onClose: () => void
}

function EditForm({ spec, record, onClose }: EditFormProps) {
  const core = useWords('core')
  const form = useCommand<FormValues, AnyRecord>({
    name: `${spec.path}/${record.id}`,
    initial: () => ({ now: valuesOf(spec.fields, record), base: valuesOf(spec.fields, record) }),
    send: ({ now, base }, how) => {
      const archived = spec.always?.includes('archived') ? { archived: record.archived } : {}
      return sending(spec.update)(record.id, { ...changesOf(spec, base, now), ...archived }, how) as never
    },
    onDone: () => {
      toast(core('changesSaved'))
      onClose()
    },
  })
  return <FormPanel spec={spec} title={spec.nameOf(record as never)} form={form} onClose={onClose} isNew={false} />
}

interface FormPanelProps {
  readonly spec: AnySpec
  readonly title: string
  readonly form: CommandForm<FormValues, AnyRecord>
  readonly onClose: () => void
  readonly isNew: boolean
}

function FormPanel({ spec, title, form, onClose, isNew }: FormPanelProps) {
  const say = useSpecWords(spec)
  const core = useWords('core')
  const { values, isSending, isUnanswered, wasKept, failure } = form
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void form.submit()
  }
  useEffect(() => {
    const save = (event: KeyboardEvent) => {
      if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
      event.preventDefault()
      document.querySelector<HTMLFormElement>('#record-form')?.requestSubmit()
    }
    document.addEventListener('keydown', save)
    return () => document.removeEventListener('keydown', save)
  }, [])
  const cancel = () => {
    if (!isUnanswered) form.discard()
    onClose()
  }
  return (
    <Panel
      title={title}
      closeLabel={core('close')}
      onClose={onClose}
      foot={
        <Group justify="flex-end">
          <Button variant="default" onClick={cancel}>
            {core('cancel')}
          </Button>
          <Button type="submit" form="record-form" loading={isSending} disabled={isUnanswered} title="Ctrl Enter">
            {core('save')}
          </Button>
        </Group>
      }
    >
      <Stack gap="sm" mb="sm">
        <FormFailure form={form} />
        {wasKept && !isUnanswered && failure === null && (
          <Alert variant="light" color="gray" role="status">
            {core('draftKept')}{' '}
            <Anchor component="button" type="button" inherit underline="always" onClick={form.discard}>
              {core('discardDraft')}
            </Anchor>
          </Alert>
        )}
      </Stack>
      <form id="record-form" onSubmit={submit}>
        <fieldset disabled={isUnanswered || isSending} className={classes.fieldset}>
          <RecordFields
            fields={spec.fields}
            values={values.now}
            change={(parts) => form.change({ now: { ...values.now, ...parts } })}
            at={(path) => fieldFailure(failure, path)}
            say={say}
            isNew={isNew}
          />
        </fieldset>
      </form>
    </Panel>
  )
}
