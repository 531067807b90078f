/**
 * The dialog that sets or corrects the number and date of a record's paper document. It changes nothing else in the
 * record.
 */
import { Text } from '@mantine/core'
import { useRef, useState } from 'react'
import { toast } from '../components/toast.tsx'
import { type Sending, useAction } from '../data/command.ts'
import { dayField } from '../words/format.ts'
import { useWords } from '../words/words.ts'
import { Confirm } from './confirm.tsx'
import { Form } from './form.tsx'
import { NO_PAPER, type Paper, PaperFields } from './paper-fields.tsx'

/** The number and date to send; null removes the value from the record. */
export type PaperSent = { readonly [Name in keyof Paper]: string | null }

interface PaperDialogProps {
  /** The name of the record as users know it, for the title of the dialog. */
  readonly name: string
  /** The current number and date. If the date includes a time, only the day is used. */
  readonly paper: { readonly [Name in keyof Paper]?: string | null | undefined }
  readonly send: (paper: PaperSent, sending: Sending) => Promise<{ readonly result: unknown; readonly state: object }>
  readonly onClose: () => void
  readonly labels: Paper
  readonly names?: Paper
}

const ONLY_DAY = 10

function typedOf({ documentDate, documentNumber }: PaperDialogProps['paper']): Paper {
  const date = documentDate ?? ''
  return {
    ...NO_PAPER,
    documentDate: date.length > ONLY_DAY ? dayField(date) : date,
    documentNumber: documentNumber ?? '',
  }
}

export function PaperDialog({ name, paper, send, onClose, ...said }: PaperDialogProps) {
  const say = useWords('core')
  const form = useRef<HTMLFormElement>(null)
  const [values, setValues] = useState(() => typedOf(paper))
  const saving = useAction<PaperSent, unknown>(
    (body, sending) => send(body, sending) as never,
    () => {
      toast(say('paperSaved', { name }))
      onClose()
    },
  )
  const save = () => {
    const number = values.documentNumber.trim()
    void saving.run({ documentDate: values.documentDate || null, documentNumber: number || null })
  }
  return (
    <Confirm
      title={say('paperOf', { name })}
      action={say('save')}
      keepLabel={say('cancel')}
      isSending={saving.isSending}
      failure={saving.failure}
      onConfirm={() => form.current?.requestSubmit()}
      onClose={onClose}
    >
      <Form
        ref={form}
        onSubmit={(event) => {
          event.preventDefault()
          save()
        }}
      >
        <PaperFields
          {...said}
          values={values}
          failure={saving.failure}
          onChange={(change) => setValues((before) => ({ ...before, ...change }))}
        />
      </Form>
      <Text size="sm" c="dimmed">
        {say('paperHint')}
      </Text>
    </Confirm>
  )
}
