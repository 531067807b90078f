/**
 * A grid that is edited like a spreadsheet, with the keys arrows, Tab, Enter, F2, Shift to select, Ctrl C and Ctrl V,
 * Ctrl D to fill down, Delete, Ctrl Z and Ctrl Shift Z. It renders only the visible rows and works for rows of any
 * kind. The component that uses the grid saves the changes.
 */
import { useMediaQuery } from '@mantine/hooks'
import { defaultRangeExtractor, useVirtualizer, type VirtualItem } from '@tanstack/react-virtual'
import { useCallback, useImperativeHandle, useMemo, useRef } from 'react'
import classes from './grid.module.css'
import type { GridColumn } from './grid-cells.ts'
import { useGridKeys } from './grid-keys.ts'
import type { GridProps } from './grid-props.ts'
import { cornersOf, type Range } from './grid-range.ts'
import { type Editing, GridRow, type RowHandlers } from './grid-row.tsx'

const ROW_PX = 36
const TOUCH_ROW_PX = 48
/** The width in pixels of the first column on a phone, where the column stays visible while scrolling sideways. */
const NARROW_PX = 128
const OVERSCAN = 8

export function Grid<Row>(props: GridProps<Row>) {
  const { words, rows, columns, isPending, children } = props
  const isTouch = useMediaQuery('(pointer: coarse)', false, { getInitialValueInEffect: false })
  const rowPx = isTouch ? TOUCH_ROW_PX : ROW_PX
  const scroller = useRef<HTMLDivElement>(null)
  const page = useCallback(
    () => Math.max(1, Math.floor((scroller.current?.clientHeight ?? rowPx) / rowPx) - 2),
    [rowPx],
  )
  const { range, editing, handlers, listeners, goTo } = useGridKeys(props, { scroller, page })
  useImperativeHandle(props.handle, () => ({ goTo }), [goTo])
  const held = useMemo(() => [range.anchor.row, range.head.row], [range])
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowPx,
    overscan: OVERSCAN,
    // Keep the current row rendered even when the user scrolls it out of view; otherwise it would lose the focus.
    rangeExtractor: useCallback(
      (drawn) =>
        [...new Set([...held.filter((row) => row < drawn.count), ...defaultRangeExtractor(drawn)])].sort(
          (a, b) => a - b,
        ),
      [held],
    ),
  })
  const { template, widthPx } = useTemplate(columns)
  const isEmpty = rows.length === 0
  return (
    <div
      ref={scroller}
      className={classes.scroller}
      role="grid"
      aria-label={words.label}
      aria-rowcount={rows.length + 1}
      aria-colcount={columns.length}
      aria-multiselectable
      aria-busy={isPending === true}
      tabIndex={isEmpty ? 0 : -1}
      {...listeners}
    >
      <HeadRow columns={columns} template={template} widthPx={widthPx} />
      {isEmpty && (
        <div role="rowgroup">
          <div role="row">
            <div role="gridcell" className={classes.empty}>
              {isPending === true ? words.loading : children}
            </div>
          </div>
        </div>
      )}
      <div role="rowgroup" className={classes.body} style={{ height: virtual.getTotalSize(), minWidth: widthPx }}>
        <DrawnRows
          props={props}
          items={virtual.getVirtualItems()}
          range={range}
          editing={editing}
          handlers={handlers}
          template={template}
        />
      </div>
    </div>
  )
}

/**
 * Returns the column widths as a CSS grid template. The column with `isWide`, or else the first one, takes the
 * remaining space. On a phone the first column is narrower.
 */
function useTemplate<Row>(columns: readonly GridColumn<Row>[]) {
  const isNarrow = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false })
  return useMemo(() => {
    const widths = columns.map(({ widthPx }, at) => (at === 0 && isNarrow ? Math.min(NARROW_PX, widthPx) : widthPx))
    const wide = Math.max(
      0,
      columns.findIndex((column) => column.isWide),
    )
    const template = widths.map((px, at) => (at === wide ? `minmax(${px}px, 1fr)` : `${px}px`)).join(' ')
    return { template, widthPx: widths.reduce((sum, px) => sum + px, 0) }
  }, [columns, isNarrow])
}

interface HeadRowProps<Row> {
  readonly columns: readonly GridColumn<Row>[]
  readonly template: string
  readonly widthPx: number
}

function HeadRow<Row>({ columns, template, widthPx }: HeadRowProps<Row>) {
  return (
    <div role="rowgroup" className={classes.head} style={{ minWidth: widthPx }}>
      <div role="row" aria-rowindex={1} className={classes.headRow} style={{ gridTemplateColumns: template }}>
        {columns.map(({ key, label, align }, at) => (
          <div
            key={key}
            role="columnheader"
            aria-colindex={at + 1}
            className={classes.headCell}
            data-align={align}
            title={label}
          >
            <span className={classes.text}>{label}</span>
          </div>
        ))}
      </div>
    </div>
  )
}

interface DrawnRowsProps<Row> {
  readonly props: GridProps<Row>
  readonly items: readonly VirtualItem[]
  readonly range: Range
  readonly editing: Editing | null
  readonly handlers: RowHandlers
  readonly template: string
}

/** Renders the visible rows of the grid and the row with the current cell. */
function DrawnRows<Row>({ props, items, range, editing, handlers, template }: DrawnRowsProps<Row>) {
  const { words, rows, columns, idOf, nameOf, edits, isLocked, problems } = props
  const { first, last } = cornersOf(range)
  return items.map(({ index, start, size }) => {
    const row = rows[index]!
    const id = idOf(row)
    const isIn = index >= first.row && index <= last.row
    const isActive = index === range.anchor.row
    return (
      <GridRow
        key={id}
        row={row}
        name={nameOf(row)}
        index={index}
        columns={columns}
        edits={edits.now[id]}
        problem={problems.get(id)}
        isLocked={isLocked(id)}
        active={isActive ? range.anchor.column : -1}
        selectedFrom={isIn ? first.column : 0}
        selectedTo={isIn ? last.column : -1}
        editing={isActive ? editing : null}
        words={words}
        handlers={handlers}
        template={template}
        start={start}
        height={size}
      />
    )
  })
}
