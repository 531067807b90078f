/** Adds lines to a form from a table, which may be cells copied from a spreadsheet, an Excel workbook or a CSV file. */
import { Button } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { IconTable } from '../../components/icons.ts'
import { lazyPart } from '../../components/lazy-part.tsx'
import { readPasted, type Table } from '../../components/table-file.ts'
import { useWords } from '../../words/words.ts'
import type { TableWish } from './given-lines.ts'
import type { TableDialogProps } from './table-dialog.tsx'

const TableDialog = lazyPart<TableDialogProps>(async () => (await import('./table-dialog.tsx')).TableDialog, {
  place: 'dialog',
})

interface LinesFromTable {
  /** The button that opens the dialog for adding lines from a file or from pasted cells. */
  readonly button: ReactNode
  /** The dialog for adding lines from a table; null while it is closed. It must be rendered outside forms and grids. */
  readonly dialog: ReactNode
  /** Opens the dialog for adding lines from a table, with pasted text as the table. */
  paste(text: string): void
}

export function useLinesFromTable(wish: TableWish): LinesFromTable {
  const say = useWords('lines')
  const [opened, setOpened] = useState<{ readonly table: Table | null } | null>(null)
  return {
    button: (
      <Button
        variant="default"
        size="compact-sm"
        leftSection={<IconTable size={16} aria-hidden />}
        onClick={() => setOpened({ table: null })}
      >
        {say('fromTable')}
      </Button>
    ),
    dialog: opened !== null && <TableDialog wish={wish} table={opened.table} onClose={() => setOpened(null)} />,
    paste: (text) => {
      const table = readPasted(text)
      setOpened({ table: 'fault' in table ? null : table })
    },
  }
}
