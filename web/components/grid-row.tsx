/** A row of a grid. It is rendered again only when something in it has changed. */
import { type KeyboardEvent, memo, type PointerEvent, useEffect, useId, useRef, useState } from 'react'
import classes from './grid.module.css'
import { cellOf, type GridColumn, type RowProblem } from './grid-cells.ts'
import { IconAlert } from './icons.ts'

export interface CellWords {
  readonly changed: string
  /** The word that screen readers say before the message about a cell's problem. */
  readonly problem: string
  readonly saving: string
}

export interface Editing {
  readonly column: number
  /** The text with which the cell's editor opens; null means the text of the cell. */
  readonly typed: string | null
}

export interface RowHandlers {
  readonly onPointer: (event: PointerEvent, row: number, column: number) => void
  readonly onEdit: (row: number, column: number) => void
  readonly onTyped: (row: number, column: number, text: string) => void
  readonly onLeave: (event: KeyboardEvent | null) => void
}

interface GridRowProps<Row> {
  readonly row: Row
  readonly name: string
  readonly index: number
  readonly columns: readonly GridColumn<Row>[]
  readonly edits: Readonly<Record<string, string>> | undefined
  readonly problem: RowProblem | undefined
  readonly isLocked: boolean
  /** The index of the current cell's column; -1 when the current cell is in another row. */
  readonly active: number
  readonly selectedFrom: number
  readonly selectedTo: number
  readonly editing: Editing | null
  readonly words: CellWords
  readonly handlers: RowHandlers
  readonly template: string
  readonly start: number
  readonly height: number
}

function DrawnRow<Row>(props: GridRowProps<Row>) {
  const { index, columns, isLocked, words, template, start, height } = props
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      aria-busy={isLocked || undefined}
      className={classes.row}
      data-active={props.active >= 0 || undefined}
      style={{ gridTemplateColumns: template, height, transform: `translateY(${start}px)` }}
      {...(isLocked ? { title: words.saving } : {})}
    >
      {columns.map((column, at) => (
        <GridCell key={column.key} {...props} column={column} at={at} />
      ))}
    </div>
  )
}

/** The cast restores the component's type parameter, which `memo` loses. */
export const GridRow = memo(DrawnRow) as typeof DrawnRow

function GridCell<Row>(props: GridRowProps<Row> & { readonly column: GridColumn<Row>; readonly at: number }) {
  const { row, index, column, at, edits, problem: refused, isLocked, active, words, editing, handlers } = props
  const { shown, isChanged, problem: own } = cellOf(column, row, edits)
  const problem = own ?? refused?.cells[column.key] ?? (at === 0 ? refused?.text : undefined)
  const isEdited = editing !== null && editing.column === at
  const isSelected = at >= props.selectedFrom && at <= props.selectedTo
  return (
    <div
      role="gridcell"
      aria-colindex={at + 1}
      aria-selected={isSelected}
      aria-readonly={column.read === undefined || isLocked || undefined}
      aria-invalid={problem !== undefined || undefined}
      tabIndex={at === active ? 0 : -1}
      className={classes.cell}
      data-cell={`${index}:${at}`}
      data-aim={column.align === 'end' ? 'figure' : 'text'}
      data-takes-codes={(column.takesCodes && column.read !== undefined) || undefined}
      data-align={column.align}
      data-active={at === active || undefined}
      data-selected={isSelected || undefined}
      data-changed={isChanged || undefined}
      data-readonly={column.read === undefined || undefined}
      {...(problem === undefined ? {} : { 'data-problem': true, title: problem })}
      onPointerDown={(event) => handlers.onPointer(event, index, at)}
      onPointerEnter={(event) => event.buttons === 1 && handlers.onPointer(event, index, at)}
      onDoubleClick={() => handlers.onEdit(index, at)}
    >
      {isEdited ? (
        <Editor {...props} problem={problem} />
      ) : (
        <>
          {problem !== undefined && <IconAlert size={14} className={classes.mark} aria-hidden />}
          <span className={classes.text}>{shown}</span>
          {isChanged && <span className={classes.spoken}>{words.changed}</span>}
          {problem !== undefined && <span className={classes.spoken}>{`${words.problem}: ${problem}`}</span>}
          {problem !== undefined && at === active && (
            <span className={classes.reason} aria-hidden>
              {problem}
            </span>
          )}
        </>
      )}
    </div>
  )
}

interface EditorProps<Row> extends Omit<GridRowProps<Row>, 'problem'> {
  readonly column: GridColumn<Row>
  readonly at: number
  readonly problem: string | undefined
}

function Editor<Row>({ row, name, index, column, at, edits, editing, handlers, problem }: EditorProps<Row>) {
  const [text, setText] = useState(editing!.typed ?? cellOf(column, row, edits).text)
  const input = useRef<HTMLInputElement>(null)
  const isLeft = useRef(false)
  const options = useId()
  useEffect(() => {
    input.current?.focus()
    if (editing!.typed === null) input.current?.select()
  }, [editing])
  const leave = (event: KeyboardEvent | null, isKept: boolean) => {
    if (isLeft.current) return
    isLeft.current = true
    if (isKept) handlers.onTyped(index, at, text)
    handlers.onLeave(event)
  }
  return (
    <>
      <input
        ref={input}
        className={classes.editor}
        aria-label={`${column.label}: ${name}`}
        aria-invalid={problem !== undefined || undefined}
        data-align={column.align}
        autoComplete="off"
        {...(column.align === 'end' ? { inputMode: 'decimal' as const } : {})}
        {...(column.options ? { list: options } : {})}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        onBlur={() => leave(null, true)}
        onPointerDown={(event) => event.stopPropagation()}
        onKeyDown={(event) => {
          event.stopPropagation()
          if (event.nativeEvent.isComposing || !['Enter', 'Tab', 'Escape'].includes(event.key)) return
          event.preventDefault()
          event.nativeEvent.stopImmediatePropagation()
          leave(event, event.key !== 'Escape')
        }}
      />
      {column.options && (
        <datalist id={options}>
          {column.options.map((option) => (
            <option key={option} value={option} />
          ))}
        </datalist>
      )}
    </>
  )
}
