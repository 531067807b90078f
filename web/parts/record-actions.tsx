/** The actions that every kind of record has: edit, archive and delete. */
import { Button, Menu, Text } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { IconPencil } from '../components/icons.ts'
import { toast } from '../components/toast.tsx'
import { type Sending, useAction } from '../data/command.ts'
import { useWords } from '../words/words.ts'
import { ActionsMenu } from './actions-menu.tsx'
import { Confirm } from './confirm.tsx'
import { Failure } from './failure.tsx'

interface Written {
  readonly result: unknown
  readonly state: object
}

interface RecordActionsProps {
  readonly id: string
  readonly name: string
  /** Whether the record is archived; null for kinds of records that cannot be archived. */
  readonly archived: boolean | null
  readonly setArchived?: (archived: boolean, sending: Sending) => Promise<Written>
  /** A sentence to add to the message shown after archiving, for example about remaining stock; null for none. */
  readonly archivedNote?: string | null
  /** Deletes the record; null when the record cannot be deleted now. */
  readonly remove: ((id: string, sending: Sending) => Promise<Written>) | null
  /** The address of the record's edit form; null when the record cannot be edited now. */
  readonly editPath: string | null
  /** The text that explains what is lost when the record is deleted. */
  readonly deleteText: ReactNode
  /** Called after the record was deleted, to leave its page. */
  readonly onGone: () => void
  /** Additional items of the record's menu, shown above the item "Archive". */
  readonly items?: ReactNode
}

/**
 * Returns a function that archives a record (true) or unarchives it (false) and shows a message that offers to undo
 * this.
 */
export function useArchiving(
  name: string,
  setArchived: NonNullable<RecordActionsProps['setArchived']>,
  note: string | null = null,
) {
  const core = useWords('core')
  const archiving = useAction<boolean, unknown>(
    (to, sending) => setArchived(to, sending) as never,
    (_result, to) => {
      const undo = { label: core('undo'), run: () => void archiving.run(!to) }
      const done = core(to ? 'wasArchived' : 'wasRestored', { name })
      toast(to && note !== null ? `${done}. ${note}` : done, undo)
    },
  )
  return archiving
}

/**
 * The buttons and menu for a record. After archiving, a message offers to undo it. Before deleting, a dialog explains
 * what will be lost, or why the record cannot be deleted.
 */
export function RecordActions(props: RecordActionsProps) {
  const { name, archived, setArchived, archivedNote, remove, editPath, items } = props
  const core = useWords('core')
  const navigate = useNavigate()
  const [isAsking, setAsking] = useState(false)
  const archiving = useArchiving(name, setArchived!, archivedNote)
  return (
    <>
      {editPath !== null && (
        <Button
          size="compact-md"
          variant="default"
          leftSection={<IconPencil size={16} aria-hidden />}
          onClick={() => void navigate({ to: editPath, search: true })}
        >
          {core('edit')}
        </Button>
      )}
      <ActionsMenu>
        {items}
        {archived !== null && (
          <Menu.Item onClick={() => void archiving.run(!archived)}>{core(archived ? 'restore' : 'archive')}</Menu.Item>
        )}
        {remove !== null && (
          <Menu.Item color="red" onClick={() => setAsking(true)}>
            {core('delete')}
          </Menu.Item>
        )}
      </ActionsMenu>
      <Failure error={archiving.failure} />
      {isAsking && (
        <DeleteDialog
          {...props}
          onCancel={() => setAsking(false)}
          onArchive={archived === false ? () => void archiving.run(true) : null}
        />
      )}
    </>
  )
}

interface DeleteDialogProps extends Pick<RecordActionsProps, 'id' | 'name' | 'remove' | 'deleteText' | 'onGone'> {
  readonly onCancel: () => void
  /**
   * Archives the record, which the dialog offers as an alternative to deleting. Null when the record cannot be
   * archived.
   */
  readonly onArchive: (() => void) | null
}

export function DeleteDialog({ id, name, remove, deleteText, onCancel, onArchive, onGone }: DeleteDialogProps) {
  const core = useWords('core')
  const deletion = useAction<string, unknown>(
    (of, sending) => remove!(of, sending) as never,
    () => {
      toast(core('wasDeleted', { name }))
      onGone()
    },
  )
  return (
    <Confirm
      title={core('deleteTitle', { name })}
      action={core('delete')}
      isDangerous
      isSending={deletion.isSending}
      failure={deletion.failure}
      onConfirm={() => void deletion.run(id)}
      onClose={onCancel}
      instead={onArchive && { label: core('archiveInstead'), run: onArchive }}
    >
      <Text size="sm">{deleteText}</Text>
    </Confirm>
  )
}
