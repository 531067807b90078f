/** The list of a filter's values. The user can add, rename, archive and delete values here. */
import { ActionIcon, Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import type { Filter, FilterValue } from '../../../sdk/types.ts'
import { Heading } from '../../components/facts.tsx'
import { IconArchive, IconPencil, IconRestore, IconTrash } from '../../components/icons.ts'
import { client } from '../../data/client.ts'
import { useCommand } from '../../data/command.ts'
import { fieldFailure } from '../../data/refusals.ts'
import { useMay } from '../../data/session.ts'
import { Failure, FormFailure } from '../../parts/failure.tsx'
import { Form } from '../../parts/form.tsx'
import { DeleteDialog, useArchiving } from '../../parts/record-actions.tsx'
import { useWords } from '../../words/words.ts'
import classes from './settings.module.css'

export function FilterValues({ record }: { readonly record: Filter }) {
  const say = useWords('settings')
  const canEdit = useMay()('managers')
  return (
    <section>
      <Heading text={say('values')} />
      {record.values.length === 0 && <Text c="dimmed">{say('noValues')}</Text>}
      {record.values.length > 0 && (
        <ul className={classes.rows}>
          {record.values.map((value) => (
            <ValueRow key={value.id} value={value} canEdit={canEdit} />
          ))}
        </ul>
      )}
      {canEdit && <NewValue key={record.id} filterId={record.id} />}
    </section>
  )
}

function NewValue({ filterId }: { readonly filterId: string }) {
  const say = useWords('settings')
  const core = useWords('core')
  const form = useCommand({
    name: `filters/${filterId}/values/new`,
    initial: () => ({ name: '' }),
    send: ({ name }, how) => client.filters.values.create(filterId, { name: name.trim() }, how),
    onDone: () => form.discard(),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void form.submit()
  }
  return (
    <Form onSubmit={submit}>
      <Stack gap="xs" mt="sm">
        <FormFailure form={form} />
        <Group align="end" gap="xs" wrap="nowrap">
          <TextInput
            label={say('newValue')}
            required
            style={{ flex: 1 }}
            value={form.values.name}
            error={fieldFailure(form.failure, '/name')}
            onChange={(event) => form.change({ name: event.currentTarget.value })}
          />
          <Button type="submit" variant="default" loading={form.isSending} disabled={form.isUnanswered}>
            {core('add')}
          </Button>
        </Group>
      </Stack>
    </Form>
  )
}

interface ValueRowProps {
  readonly value: FilterValue
  readonly canEdit: boolean
}

function ValueRow({ value, canEdit }: ValueRowProps) {
  const say = useWords('settings')
  const core = useWords('core')
  const [open, setOpen] = useState<'name' | 'delete' | null>(null)
  const { id, filterId, name, archived } = value
  const archiving = useArchiving(name, (to, how) =>
    client.filters.values.update(filterId, id, { name, archived: to }, how),
  )
  return (
    <li className={classes.row}>
      <div className={classes.rowText}>
        {name}{' '}
        {archived && (
          <Text span c="dimmed" size="sm">
            ({core('archived')})
          </Text>
        )}
        <Failure error={archiving.failure} />
      </div>
      {canEdit && (
        <Group gap={4} wrap="nowrap">
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={say('renameValue', { name })}
            onClick={() => setOpen('name')}
          >
            <IconPencil size={16} aria-hidden />
          </ActionIcon>
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={say(archived ? 'restoreValue' : 'archiveValue', { name })}
            onClick={() => void archiving.run(!archived)}
          >
            {archived ? <IconRestore size={16} aria-hidden /> : <IconArchive size={16} aria-hidden />}
          </ActionIcon>
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={say('deleteValue', { name })}
            onClick={() => setOpen('delete')}
          >
            <IconTrash size={16} aria-hidden />
          </ActionIcon>
        </Group>
      )}
      {open === 'name' && <RenameValue value={value} onClose={() => setOpen(null)} />}
      {open === 'delete' && <DeleteValue value={value} onClose={() => setOpen(null)} />}
    </li>
  )
}

interface DialogProps {
  readonly value: FilterValue
  readonly onClose: () => void
}

function RenameValue({ value, onClose }: DialogProps) {
  const say = useWords('settings')
  const core = useWords('core')
  const { id, filterId, archived } = value
  const form = useCommand({
    name: `filter-values/${id}`,
    initial: () => ({ name: value.name }),
    send: ({ name }, how) => client.filters.values.update(filterId, id, { name: name.trim(), archived }, how),
    onDone: onClose,
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void form.submit()
  }
  return (
    <Modal
      opened
      onClose={onClose}
      title={say('renameValue', { name: value.name })}
      closeButtonProps={{ 'aria-label': core('close') }}
    >
      <Form onSubmit={submit}>
        <Stack>
          <FormFailure form={form} />
          <TextInput
            label={say('valueName')}
            required
            data-autofocus
            value={form.values.name}
            error={fieldFailure(form.failure, '/name')}
            onChange={(event) => form.change({ name: event.currentTarget.value })}
          />
          <Group justify="flex-end">
            <Button type="submit" loading={form.isSending} disabled={form.isUnanswered}>
              {core('save')}
            </Button>
          </Group>
        </Stack>
      </Form>
    </Modal>
  )
}

function DeleteValue({ value, onClose }: DialogProps) {
  const say = useWords('settings')
  const { id, filterId, name } = value
  return (
    <DeleteDialog
      id={id}
      name={name}
      remove={(of, how) => client.filters.values.delete(filterId, of, how)}
      deleteText={say('deleteValueText')}
      onGone={onClose}
      onCancel={onClose}
      onArchive={null}
    />
  )
}
