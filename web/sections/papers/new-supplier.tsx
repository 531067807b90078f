/** A dialog that creates a partner from the recognized supplier, after the user has checked and corrected the data. */
import { Button, Group, Modal, Stack, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import type { Partner } from '../../../sdk/types.ts'
import { toast } from '../../components/toast.tsx'
import { client } from '../../data/client.ts'
import { useAction } from '../../data/command.ts'
import { Failure } from '../../parts/failure.tsx'
import { Form } from '../../parts/form.tsx'
import { useWords } from '../../words/words.ts'
import { CheckedText } from '../records/checked-text.tsx'
import { LEGAL_CHECKS } from '../records/legal-numbers.ts'
import { Mark } from './mark.tsx'
import { NameCheck } from './name-check.tsx'

interface NewSupplierProps {
  readonly name: string
  /** The taxpayer number (INN) as it was recognized; '' if there is none. */
  readonly inn: string
  /** Whether the check digits of the taxpayer number (INN) are wrong. */
  readonly isMisread: boolean
  readonly onMade: (partner: Partner) => void
  readonly onClose: () => void
}

/** The dialog that creates the partner with POST /partners. */
export function NewSupplierDialog({ name: read, inn: readInn, isMisread, onMade, onClose }: NewSupplierProps) {
  const say = useWords('files')
  const core = useWords('core')
  const [name, setName] = useState(read)
  const [inn, setInn] = useState(isMisread ? '' : readInn)
  const creation = useAction<{ name: string; inn: string | null }, Partner>(
    (given, sending) => client.partners.create({ ...given, type: 'Поставщик' }, sending),
    (partner) => {
      onMade(partner)
      toast(say('supplierCreated', { name: partner.name }))
      onClose()
    },
  )
  const submit = (event: FormEvent) => {
    event.preventDefault()
    // In React's component tree, this form is inside the form of the review. Stop the event, so that it does not submit
    // the review too.
    event.stopPropagation()
    if (name.trim() !== '') void creation.run({ name: name.trim(), inn: inn.trim() === '' ? null : inn })
  }
  return (
    <Modal opened onClose={onClose} title={say('newSupplier')} closeButtonProps={{ 'aria-label': core('close') }}>
      <Form onSubmit={submit} onKeyDown={(event) => event.stopPropagation()}>
        <Stack gap="sm">
          <div>
            <TextInput
              label={say('supplierName')}
              value={name}
              maxLength={1_000}
              data-autofocus
              required
              onChange={(event) => setName(event.currentTarget.value)}
            />
            <NameCheck name={name} />
          </div>
          <CheckedText
            label={say('supplierInn')}
            value={inn}
            warning={LEGAL_CHECKS.inn(inn, {})}
            onChange={(event) => setInn(event.currentTarget.value)}
          />
          {isMisread && inn === '' && <Mark tone="look">{say('doubt-inn', { inn: readInn })}</Mark>}
          <Failure error={creation.failure} />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {core('back')}
            </Button>
            <Button type="submit" loading={creation.isSending}>
              {core('create')}
            </Button>
          </Group>
        </Stack>
      </Form>
    </Modal>
  )
}
