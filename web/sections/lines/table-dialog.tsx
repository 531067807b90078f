/** The dialog that takes a table, shows its lines and what is wrong with them, and adds the valid lines to the form. */
import { Button, FileButton, Group, Modal, NativeSelect, Stack, Text, Textarea } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { type KeyboardEvent, useRef, useState } from 'react'
import { isList, readPasted, readTableFile, type Table, type TableFault } from '../../components/table-file.ts'
import { useWords } from '../../words/words.ts'
import type { TableWish } from './given-lines.ts'
import { TablePreview } from './table-preview.tsx'

export interface TableDialogProps {
  readonly wish: TableWish
  /** The table that the user pasted; null if the dialog should ask for a table. */
  readonly table: Table | null
  readonly onClose: () => void
}

const ACCEPTED = '.xlsx,.csv,.txt,.tsv'

export function TableDialog({ wish, table: pasted, onClose }: TableDialogProps) {
  const say = useWords('lines')
  const core = useWords('core')
  const isNarrow = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false })
  const source = useSource(pasted)
  const { table, file } = source
  return (
    <Modal
      opened
      onClose={onClose}
      title={say('fromTableTitle')}
      size={table === null ? 'md' : 'xl'}
      fullScreen={isNarrow}
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': core('close') }}
    >
      <Stack gap="sm" onKeyDown={holdSave}>
        {source.fault !== null && (
          <Text size="sm" c="red" role="alert">
            {say(`fault-${source.fault}`)}
          </Text>
        )}
        {table === null && <TableSource source={source} />}
        {table !== null && table.sheets.length > 1 && file !== null && (
          <NativeSelect
            label={say('sheet')}
            value={table.sheet ?? ''}
            data={[...table.sheets]}
            onChange={(event) => void source.read(file, event.currentTarget.value)}
          />
        )}
        {table !== null && (
          <TablePreview key={source.serial} table={table} wish={wish} onAnother={source.forget} onClose={onClose} />
        )}
      </Stack>
    </Modal>
  )
}

/** Prevents Ctrl Enter in the dialog from submitting the form behind it before the lines are added. */
function holdSave(event: KeyboardEvent): void {
  if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) event.stopPropagation()
}

interface Source {
  readonly table: Table | null
  /** The file from which the table was read; null if the table was pasted. */
  readonly file: File | null
  /** A number that is increased whenever a table is read, so that the preview starts again. */
  readonly serial: number
  readonly fault: TableFault | null
  readonly isReading: boolean
  read(file: File, sheet?: string): Promise<void>
  take(text: string): void
  /** Discards the table, so that the dialog asks for another one. */
  forget(): void
}

interface ReadSource {
  readonly table: Table | null
  readonly file: File | null
  readonly fault: TableFault | null
  readonly serial: number
}

function useSource(pasted: Table | null): Source {
  const [now, setNow] = useState<ReadSource>({ table: pasted, file: null, fault: null, serial: 0 })
  const [isReading, setReading] = useState(false)
  const serial = useRef(0)
  const put = (read: Table | { fault: TableFault }, file: File | null) => {
    serial.current += 1
    const isRead = !('fault' in read)
    setNow({ table: isRead ? read : null, file, fault: isRead ? null : read.fault, serial: serial.current })
  }
  return {
    ...now,
    isReading,
    read: async (file, sheet) => {
      setReading(true)
      const asked = serial.current
      const read = await readTableFile(file, sheet).catch((): { fault: TableFault } => ({ fault: 'broken' }))
      setReading(false)
      // If another table was chosen in the meantime, ignore this one.
      if (serial.current === asked) put(read, file)
    },
    take: (text) => put(readPasted(text), null),
    forget: () => setNow({ table: null, file: null, fault: null, serial: serial.current }),
  }
}

/** The part of the dialog that asks for a file or for cells copied from a spreadsheet. */
function TableSource({ source }: { readonly source: Source }) {
  const say = useWords('lines')
  const [typed, setTyped] = useState('')
  return (
    <>
      <Text size="sm">{say('tableHint')}</Text>
      <FileButton
        accept={ACCEPTED}
        onChange={(file) => file !== null && void source.read(file)}
        inputProps={{ 'aria-label': say('tableFile') }}
      >
        {(props) => (
          <Button {...props} variant="default" loading={source.isReading} data-autofocus>
            {say('chooseFile')}
          </Button>
        )}
      </FileButton>
      <Textarea
        label={say('pasteHere')}
        rows={5}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onPaste={(event) => {
          const text = event.clipboardData.getData('text/plain')
          if (typed !== '' || !isList(text)) return
          event.preventDefault()
          source.take(text)
        }}
      />
      <Group justify="flex-end">
        <Button disabled={typed.trim() === ''} onClick={() => source.take(typed)}>
          {say('showLines')}
        </Button>
      </Group>
    </>
  )
}
