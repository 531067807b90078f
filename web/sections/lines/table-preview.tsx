/**
 * The preview of a table's lines before they are added to the form: the product of each line, and what is wrong with
 * it.
 */
import { Alert, Button, Checkbox, Group, Stack, Text } from '@mantine/core'
import { type KeyboardEvent, useCallback, useMemo, useState } from 'react'
import type { Product } from '../../../sdk/types.ts'
import type { Table } from '../../components/table-file.ts'
import { toast } from '../../components/toast.tsx'
import { useRecords } from '../../data/lists.ts'
import { Failure } from '../../parts/failure.tsx'
import { sayOf, useLanguage, useWords } from '../../words/words.ts'
import { useFoundLines } from './found-lines.ts'
import {
  type CheckedLine,
  checked,
  givenOf,
  isGood,
  isLooking,
  isTaken,
  type Mended,
  type TableWish,
} from './given-lines.ts'
import { PreviewColumns } from './preview-columns.tsx'
import { PreviewLine } from './preview-line.tsx'
import { columnsOf, type Field } from './table-columns.ts'
import classes from './table-lines.module.css'
import { readTableLines, type TableLines } from './table-lines.ts'

interface TablePreviewProps {
  readonly table: Table
  readonly wish: TableWish
  /** Called when the user wants to choose another table. */
  readonly onAnother: () => void
  readonly onClose: () => void
}

export function TablePreview({ table, wish, onAnother, onClose }: TablePreviewProps) {
  const say = useWords('lines')
  const preview = usePreview(table, wish)
  const { read, lines, found, columns } = preview
  const [onlyBad, setOnlyBad] = useState(false)
  const shown = { ...wish, figures: wish.figures.filter((figure) => columns.fields.includes(figure)) }
  const taken = lines.filter(isTaken)
  const looking = lines.filter(isLooking).length
  const bad = lines.filter((one) => !isGood(one) && !isLooking(one))
  const likely = bad.filter((one) => likelyOf(one) !== null)
  const isBlocked = taken.length === 0 || looking > 0
  const add = () => {
    if (isBlocked) return
    wish.onLines(givenOf(lines, wish))
    const left = lines.filter((one) => !isTaken(one)).map(({ line }) => line.row)
    // Show no message for counts, because their form shows one once they are saved.
    const texts = [wish.isCount !== true && say('pasted', { count: taken.length }), leftText(left)]
    if (texts.some(Boolean)) toast(texts.filter(Boolean).join(' '))
    onClose()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) add()
  }
  return (
    <Stack gap="sm" onKeyDown={onKeyDown}>
      <PreviewColumns table={table} columns={columns} figures={wish.figures} onChange={preview.assign} />
      <LeftOut read={read} isCut={table.isCut} />
      {!columns.fields.includes('quantity') && (
        <Alert color="yellow" variant="light" role="status" p="xs">
          {say('noQuantityColumn')}
        </Alert>
      )}
      <Failure error={found.failure} onRetry={found.retry} />
      <Group gap="sm">
        <Text size="sm" role="status">
          {summary(lines.length, { looking, bad: bad.length })}
        </Text>
        {bad.length > 0 && (
          <Checkbox
            size="sm"
            label={say('onlyBad')}
            checked={onlyBad}
            onChange={(event) => setOnlyBad(event.currentTarget.checked)}
          />
        )}
        {likely.length > 1 && (
          <Button variant="default" size="compact-sm" onClick={() => preview.takeLikely(likely)}>
            {say('takeLikely', { count: likely.length })}
          </Button>
        )}
      </Group>
      <ul className={classes.lines} aria-label={say('fromTableTitle')}>
        {(onlyBad ? bad : lines).map((one) => (
          <PreviewLine key={one.line.row} one={one} wish={shown} onMend={preview.mend} />
        ))}
      </ul>
      <Group justify="flex-end" gap="xs" className={classes.foot}>
        <Button variant="default" onClick={onAnother}>
          {say('anotherTable')}
        </Button>
        {/* Enter adds the lines even right after a paste, because the button can have the focus while products are
            being looked up. */}
        <Button data-autofocus aria-disabled={isBlocked} data-disabled={isBlocked || undefined} onClick={add}>
          {looking > 0 ? say('lookingAll') : say('addLines', { count: taken.length })}
        </Button>
      </Group>
    </Stack>
  )
}

/**
 * Returns the product that the line's text is similar to, if there is only one and none has been chosen; otherwise
 * null.
 */
const likelyOf = ({ found, product }: CheckedLine): Product | null =>
  product === null && found?.products.length === 1 ? found.products[0]! : null

/** A hook that manages the lines of the table and the user's changes to them. */
function usePreview(table: Table, wish: TableWish) {
  const say = useWords('lines')
  const { rows } = table
  const [columns, setColumns] = useState(() => columnsOf(rows, wish.figures))
  const [mended, setMended] = useState<Readonly<Record<number, Mended>>>({})
  const isCount = wish.isCount === true
  const isCommaOfThousands = useLanguage() === 'en'
  const read = useMemo(
    () => readTableLines(rows, columns, { isCount, isCommaOfThousands }),
    [rows, columns, isCount, isCommaOfThousands],
  )
  const found = useFoundLines(read.lines)
  const mend = useCallback(
    (row: number, change: Mended) => setMended((now) => ({ ...now, [row]: { ...now[row], ...change } })),
    [],
  )
  const chosen = useRecords(
    'products',
    Object.values(mended).flatMap(({ productId }) => productId ?? []),
  )
  return {
    columns,
    read,
    found,
    mend,
    lines: checked(read.lines, { say, wish, mended, foundOf: found.of, chosen }),
    /** Changes the field that a column contains. The field is removed from any other column that had it. */
    assign: (column: number, field: Field | null) => {
      const others = columns.fields.map((one) => (one === field ? null : one))
      setColumns({ ...columns, fields: others.map((one, at) => (at === column ? field : one)) })
      setMended({})
    },
    takeLikely: (likely: readonly CheckedLine[]) => {
      for (const one of likely) mend(one.line.row, { productId: likelyOf(one)!.id })
    },
  }
}

function summary(count: number, { looking, bad }: { readonly looking: number; readonly bad: number }): string {
  const say = sayOf('lines')
  const parts = [
    say('tableLines', { count }),
    looking > 0 && say('tableLooking', { count: looking }),
    bad > 0 && say('tableBad', { count: bad }),
  ]
  return parts.filter(Boolean).join(' · ')
}

const SHOWN_ROWS = 10

/** Formats row numbers as a list. If there are many, only the first ones are listed. */
const rowsText = (rows: readonly number[]): string =>
  rows.length > SHOWN_ROWS ? `${rows.slice(0, SHOWN_ROWS).join(', ')}…` : rows.join(', ')

const leftText = (rows: readonly number[]): string =>
  rows.length === 0 ? '' : sayOf('lines')('pastedLeft', { count: rows.length, rows: rowsText(rows) })

/** Shows which rows of the table did not become lines, so that no row is left out without a message. */
function LeftOut({ read, isCut }: { readonly read: TableLines; readonly isCut: boolean }) {
  const say = useWords('lines')
  const { totals, blank, beyond } = read
  const texts = [
    totals.length > 0 && say('leftTotals', { rows: rowsText(totals) }),
    blank.length > 0 && say('leftBlank', { count: blank.length, rows: rowsText(blank) }),
    beyond > 0 && say('leftBeyond', { count: beyond }),
    isCut && say('leftCut'),
  ].filter((text) => text !== false)
  if (texts.length === 0) return null
  return (
    <Text size="sm" c="dimmed">
      {texts.join(' ')}
    </Text>
  )
}
