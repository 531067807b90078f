/** Handles the keyboard, pointer and clipboard events of a grid. */
import {
  type ClipboardEvent,
  type KeyboardEvent,
  type PointerEvent,
  type RefObject,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { cellOf, editsOf, everywhere, textsOf } from './grid-cells.ts'
import type { GridProps } from './grid-props.ts'
import { at, cornersOf, inside, type Place, pastedAt, placeAfter, type Range, sizeOf } from './grid-range.ts'
import type { Editing, RowHandlers } from './grid-row.tsx'
import { cellsOf, textOfCells } from './grid-text.ts'
import { useScans } from './scanner.ts'

interface Scrolling {
  readonly scroller: RefObject<HTMLDivElement | null>
  readonly page: () => number
}

const START: Range = at({ row: 0, column: 0 })

/**
 * The grid's current state, for its event listeners. They cannot use the state directly, because their closures would
 * contain the state of an earlier render.
 */
interface Now<Row> {
  readonly props: GridProps<Row>
  readonly range: Range
  readonly editing: Editing | null
}

/** Tracks the current cell and returns the event listeners that move to another cell or edit the current one. */
export function useGridKeys<Row>(props: GridProps<Row>, { scroller, page }: Scrolling) {
  const [chosen, setRange] = useState(START)
  const [editing, setEditing] = useState<Editing | null>(null)
  const size = { rows: props.rows.length, columns: props.columns.length }
  const range = useMemo(
    () => ({
      anchor: inside(chosen.anchor, { rows: size.rows, columns: size.columns }),
      head: inside(chosen.head, { rows: size.rows, columns: size.columns }),
    }),
    [chosen, size.rows, size.columns],
  )
  const now = useRef<Now<Row>>(null as never)
  now.current = { props, range, editing }
  const wantsFocus = useRef(false)
  const go = useRef((next: Range) => {
    wantsFocus.current = true
    setRange(next)
  }).current

  useEffect(() => {
    if (!wantsFocus.current || editing !== null) return
    wantsFocus.current = false
    cellAt(scroller.current, range.anchor)?.focus({ preventScroll: true })
    cellAt(scroller.current, range.head)?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [range, editing, scroller])

  const acts = useMemo(() => actsOf(now, go, setEditing), [go])
  const onKeyDown = (event: KeyboardEvent) => {
    if (!(event.target as HTMLElement).matches('[data-cell]')) return
    if (acts.onCommand(event) || acts.onMove(event, page()) || acts.onEditKey(event)) event.preventDefault()
  }
  const goTo = useCallback((row: number, column: number) => go(at({ row, column })), [go])
  useScans({ onCode: props.onCode, onTail: props.onTail, leaveCell: acts.leaveCell })
  return { range, editing, goTo, handlers: acts.handlers, listeners: { onKeyDown, ...acts.clipboard } }
}

function cellAt(grid: HTMLElement | null, { row, column }: Place): HTMLElement | null | undefined {
  return grid?.querySelector<HTMLElement>(`[data-cell="${row}:${column}"]`)
}

function actsOf<Row>(
  now: { readonly current: Now<Row> },
  go: (range: Range) => void,
  setEditing: (editing: Editing | null) => void,
) {
  const sheetOf = () => ({ ...now.current.props, edits: now.current.props.edits.now })
  const type = (typed: readonly (Place & { readonly typed: string })[], rows = now.current.props.rows) => {
    const changes = editsOf({ ...sheetOf(), rows }, typed)
    now.current.props.edits.apply(changes)
  }
  const edit = (place: Place, typed: string | null) => {
    const { props } = now.current
    const row = props.rows[place.row]
    if (row === undefined || props.columns[place.column]?.read === undefined || props.isLocked(props.idOf(row))) return
    go(at(place))
    setEditing({ column: place.column, typed })
  }
  return {
    onCommand: (event: KeyboardEvent) => onCommand(event, now.current, { type, go, sheetOf }),
    onMove: (event: KeyboardEvent, page: number) => onMove(event, now.current, { page, go }),
    onEditKey: (event: KeyboardEvent) => onEditKey(event, now.current, { type, edit, go }),
    handlers: handlersOf(now, { type, edit, go, setEditing }),
    /**
     * Called when the keys turn out to be a scan that began in a cell. The scan's first key may have opened the cell's
     * editor, so the editor is closed.
     */
    leaveCell: () => {
      const { anchor } = now.current.range
      if (now.current.editing?.typed != null) {
        setEditing(null)
        go(at(anchor))
      }
      return (typed: string) => type([{ ...anchor, typed }])
    },
    clipboard: clipboardOf(now, { type, go, sheetOf }),
  }
}

interface Acts<Row> {
  readonly type: (typed: readonly (Place & { readonly typed: string })[], rows?: readonly Row[]) => void
  readonly edit: (place: Place, typed: string | null) => void
  readonly go: (range: Range) => void
  readonly setEditing: (editing: Editing | null) => void
  readonly sheetOf: () => Parameters<typeof textsOf<Row>>[0]
}

/**
 * Handles Ctrl with a letter. The letter is the key's position on the keyboard, so that it also works with the Russian
 * layout.
 */
function onCommand<Row>(
  { code, ctrlKey, metaKey, shiftKey }: KeyboardEvent,
  { props, range }: Now<Row>,
  { type, go, sheetOf }: Pick<Acts<Row>, 'type' | 'go' | 'sheetOf'>,
): boolean {
  if (!ctrlKey && !metaKey) return false
  const { first, last } = cornersOf(range)
  if (code === 'KeyZ') shiftKey ? props.edits.redo() : props.edits.undo()
  else if (code === 'KeyY') props.edits.redo()
  else if (code === 'KeyA')
    go({ anchor: { row: 0, column: 0 }, head: { row: props.rows.length - 1, column: props.columns.length - 1 } })
  else if (code === 'KeyD') {
    const [top = []] = textsOf(sheetOf(), { anchor: first, head: { ...last, row: first.row } }, false)
    type(everywhere(range, ({ column }) => top[column - first.column]!).filter(({ row }) => row > first.row))
  } else return false
  return true
}

function onMove<Row>(
  event: KeyboardEvent,
  { props, range }: Now<Row>,
  { page, go }: { readonly page: number; readonly go: (range: Range) => void },
): boolean {
  const size = { rows: props.rows.length, columns: props.columns.length }
  const { key, shiftKey } = event
  if (key === 'Enter') go(at(inside({ ...range.anchor, row: range.anchor.row + (shiftKey ? -1 : 1) }, size)))
  else if (key === 'Tab') {
    // Tab beyond either end of a row leaves the grid; otherwise keyboard users could not get out of it.
    const column = range.anchor.column + (shiftKey ? -1 : 1)
    if (column < 0 || column >= size.columns) return false
    go(at({ ...range.anchor, column }))
  } else {
    const next = placeAfter(event, shiftKey ? range.head : range.anchor, { ...size, page })
    if (next === null) return false
    go(shiftKey ? { anchor: range.anchor, head: next } : at(next))
  }
  return true
}

function onEditKey<Row>(
  { key, ctrlKey, metaKey, altKey }: KeyboardEvent,
  { props, range }: Now<Row>,
  { type, edit, go }: Pick<Acts<Row>, 'type' | 'edit' | 'go'>,
): boolean {
  if (ctrlKey || metaKey || altKey) return false
  const column = props.columns[range.anchor.column]
  const row = props.rows[range.anchor.row]
  if (column === undefined || row === undefined) return false
  if (key === 'F2') edit(range.anchor, null)
  else if (key === 'Delete' || key === 'Backspace') type(everywhere(range, () => ''))
  else if (key === 'Escape') {
    const { rows, columns } = sizeOf(range)
    if (rows === 1 && columns === 1) return false
    go(at(range.anchor))
  } else if (key === ' ' && column.toggled !== undefined) {
    const to = column.toggled(cellOf(column, row, props.edits.now[props.idOf(row)]).text)
    type(everywhere({ anchor: range.anchor, head: { ...range.head, column: range.anchor.column } }, () => to))
  } else if (key.length === 1) edit(range.anchor, key)
  else return false
  return true
}

function handlersOf<Row>(
  now: { readonly current: Now<Row> },
  { type, edit, go, setEditing }: Pick<Acts<Row>, 'type' | 'edit' | 'go' | 'setEditing'>,
): RowHandlers {
  return {
    onPointer: (event: PointerEvent, row: number, column: number) => {
      const { range, editing } = now.current
      // If the user is typing in another cell, save that text before its editor disappears.
      if (editing !== null && document.activeElement instanceof HTMLElement) document.activeElement.blur()
      const isMore = event.type !== 'pointerdown' || event.shiftKey
      const isSame = range.anchor.row === row && range.anchor.column === column
      // A second tap on the current cell edits it, because touch screens have no double click.
      if (!isMore && isSame && event.pointerType === 'touch') return edit({ row, column }, null)
      if (event.type !== 'pointerdown' && event.pointerType === 'touch') return
      go(isMore ? { anchor: range.anchor, head: { row, column } } : at({ row, column }))
    },
    onEdit: (row, column) => edit({ row, column }, null),
    onTyped: (row, column, typed) => void type([{ row, column, typed }]),
    onLeave: (event) => {
      setEditing(null)
      if (event === null) return
      const { props, range } = now.current
      go(at(after(event, range.anchor, { rows: props.rows.length, columns: props.columns.length })))
    },
  }
}

/** Returns the cell to move to after Enter, Tab or Escape in a cell's editor. */
function after({ key, shiftKey }: KeyboardEvent, { row, column }: Place, size: { rows: number; columns: number }) {
  const step = shiftKey ? -1 : 1
  if (key === 'Enter') return inside({ row: row + step, column }, size)
  if (key !== 'Tab') return { row, column }
  const next = column + step
  if (next >= 0 && next < size.columns) return { row, column: next }
  return inside({ row: row + step, column: step > 0 ? 0 : size.columns - 1 }, size)
}

function clipboardOf<Row>(
  now: { readonly current: Now<Row> },
  { type, go, sheetOf }: Pick<Acts<Row>, 'type' | 'go' | 'sheetOf'>,
) {
  const isEditing = () => now.current.editing !== null
  const copy = (event: ClipboardEvent) => {
    event.clipboardData.setData('text/plain', textOfCells(textsOf(sheetOf(), now.current.range, true)))
    event.preventDefault()
  }
  return {
    onCopy: (event: ClipboardEvent) => {
      if (!isEditing()) copy(event)
    },
    onCut: (event: ClipboardEvent) => {
      if (isEditing()) return
      copy(event)
      type(everywhere(now.current.range, () => ''))
    },
    onPaste: (event: ClipboardEvent) => {
      if (isEditing()) return
      event.preventDefault()
      const text = event.clipboardData.getData('text/plain')
      const { props, range } = now.current
      if (props.rows.length === 0 || props.onTable?.(text) === true) return
      const cells = cellsOf(text)
      const pasted = pastedAt(cells, range)
      const end = pasted.at(-1)!
      const rows = props.onGrow?.(end.row + 1) ?? props.rows
      type(pasted, rows)
      const { first } = cornersOf(range)
      go({ anchor: first, head: inside(end, { rows: rows.length, columns: props.columns.length }) })
      props.onPasted?.(Math.max(0, end.row + 1 - rows.length))
    },
  }
}
