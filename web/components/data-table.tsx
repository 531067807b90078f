/**
 * A table of any length: it renders only the visible rows and loads more near the end. Keyboard: arrows, Home, End and
 * Page keys move between rows, Enter opens a row, Space selects it, Shift selects a range, Ctrl A selects all loaded
 * rows. The component works for rows of any kind.
 */
import { Checkbox, Skeleton, UnstyledButton } from '@mantine/core'
import { useElementSize, useMediaQuery } from '@mantine/hooks'
import { useVirtualizer } from '@tanstack/react-virtual'
import { type CSSProperties, type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import classes from './data-table.module.css'
import { IconChevronDown, IconChevronUp } from './icons.ts'
import { RowLink } from './row-link.tsx'

export interface Column<Row> {
  readonly key: string
  readonly label: string
  /** The width of the column as a CSS grid track size, such as `minmax(160px, 2fr)`. */
  readonly width: string
  readonly align?: 'end'
  /** The name by which the API sorts by this column; undefined if the table cannot be sorted by it. */
  readonly sort?: string
  /** The smallest width of the table, in pixels, at which the column is shown. */
  readonly from?: number
  readonly cell: (row: Row) => ReactNode
  /** The total of the column, shown below all rows; undefined if the column has none. */
  readonly total?: ReactNode
}

export interface TableWords {
  readonly label: string
  readonly sortBy: (column: string) => string
  readonly selectAll: string
  readonly selectRow: (name: string) => string
  readonly loading: string
}

interface Selection {
  readonly ids: ReadonlySet<string>
  change(ids: ReadonlySet<string>): void
}

export interface DataTableProps<Row> {
  readonly words: TableWords
  readonly rows: readonly Row[]
  readonly columns: readonly Column<Row>[]
  readonly idOf: (row: Row) => string
  readonly nameOf: (row: Row) => string
  readonly isPending: boolean
  readonly hasMore: boolean
  readonly onMore: () => void
  readonly openId?: string | undefined
  readonly onOpen: (row: Row) => void
  /**
   * The address of a row's page. The first cell becomes a link, so that screen readers announce that the row opens a
   * page.
   */
  readonly hrefOf?: ((row: Row) => string) | undefined
  /** The current sort order of the table: the API's name of a column, preceded by `-` for descending order. */
  readonly sort?: string | undefined
  readonly onSort?: (sort: string) => void
  readonly selection?: Selection
  /** Content for the end of the header row, for example the button for choosing columns. */
  readonly corner?: ReactNode
  /** Content to show when the table has no rows: why it is empty, and what the user can do. */
  readonly children?: ReactNode
  /**
   * Called with the indexes of the first and last visible row, so that the caller loads further data only for those
   * rows.
   */
  readonly onVisible?: (first: number, last: number) => void
}

const ROW_PX = 36
const TOUCH_ROW_PX = 48
const OVERSCAN = 10
/** If the last visible row is this close to the last loaded row, more rows are loaded. */
const NEAR_END = 30
const SKELETON_ROWS = 14

export function DataTable<Row>(props: DataTableProps<Row>) {
  const { words, rows, columns, idOf, isPending, hasMore, openId, selection, children } = props
  const isTouch = useMediaQuery('(pointer: coarse)', false, { getInitialValueInEffect: false })
  const rowPx = isTouch ? TOUCH_ROW_PX : ROW_PX
  const { ref: measured, width } = useElementSize()
  const scroller = useRef<HTMLDivElement>(null)
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowPx,
    overscan: OVERSCAN,
  })
  const toggle = useToggle(props)
  const scrollTo = (index: number) => {
    virtual.scrollToIndex(index)
    requestAnimationFrame(() => scroller.current?.querySelector<HTMLElement>(`[data-index="${index}"]`)?.focus())
  }
  const rowsAtOnce = () => Math.max(1, Math.floor((scroller.current?.clientHeight ?? rowPx) / rowPx) - 1)
  const { active, setActive, onKeyDown } = useRowKeys(props, { scrollTo, rowsAtOnce, toggle })
  const shown = columns.filter(({ from = 0 }) => width === 0 || width >= from)
  const template = [...(selection ? ['36px'] : []), ...shown.map((column) => column.width)].join(' ')
  const items = virtual.getVirtualItems()
  useInView(props, items[0]?.index ?? 0, items.at(-1)?.index ?? -1)
  const isEmpty = !isPending && rows.length === 0
  return (
    <div ref={measured} className={classes.frame}>
      {props.corner !== undefined && <div className={classes.corner}>{props.corner}</div>}
      <div
        ref={scroller}
        className={classes.scroller}
        data-corner={props.corner !== undefined || undefined}
        role="grid"
        aria-label={words.label}
        aria-rowcount={hasMore ? -1 : rows.length + 1}
        aria-busy={isPending}
        tabIndex={isEmpty || isPending ? 0 : -1}
        onKeyDown={onKeyDown}
      >
        <HeadRow {...props} shown={shown} template={template} />
        {isPending && (
          <SkeletonRows label={words.loading} template={template} cells={shown.length + (selection ? 1 : 0)} />
        )}
        {isEmpty && <EmptyRow>{children}</EmptyRow>}
        <div role="rowgroup" className={classes.body} style={{ height: virtual.getTotalSize() }}>
          {items.map(({ index, start, size }) => (
            <BodyRow
              key={idOf(rows[index]!)}
              {...props}
              shown={shown}
              index={index}
              isOpen={idOf(rows[index]!) === openId}
              isActive={index === Math.min(active, rows.length - 1)}
              style={{ gridTemplateColumns: template, height: size, transform: `translateY(${start}px)` }}
              onFocus={() => setActive(index)}
              onToggle={(isRange) => toggle(index, isRange)}
            />
          ))}
        </div>
        {!isPending && !isEmpty && <TotalRow shown={shown} template={template} hasCheck={selection !== undefined} />}
      </div>
    </div>
  )
}

/** Loads more rows when the user nears the end, and reports which rows are visible. */
function useInView<Row>({ rows, hasMore, onMore, onVisible }: DataTableProps<Row>, first: number, last: number): void {
  useEffect(() => {
    if (hasMore && last >= rows.length - NEAR_END) onMore()
  }, [hasMore, last, rows.length, onMore])
  useEffect(() => {
    onVisible?.(first, last)
  }, [onVisible, first, last])
}

interface TotalRowProps<Row> {
  readonly shown: readonly Column<Row>[]
  readonly template: string
  readonly hasCheck: boolean
}

/** The totals row, which stays visible at the bottom of the table. */
function TotalRow<Row>({ shown, template, hasCheck }: TotalRowProps<Row>) {
  if (shown.every(({ total }) => total === undefined)) return null
  return (
    <div role="rowgroup" className={classes.totals}>
      <div role="row" className={classes.totalRow} style={{ gridTemplateColumns: template }}>
        {hasCheck && <div role="gridcell" />}
        {shown.map(({ key, align, total }, at) => (
          <div key={key} role="gridcell" className={classes.cell} data-align={align} data-first={at === 0 || undefined}>
            {total}
          </div>
        ))}
      </div>
    </div>
  )
}

interface Scrolling {
  readonly scrollTo: (index: number) => void
  readonly rowsAtOnce: () => number
  readonly toggle: (index: number, isRange: boolean) => void
}

/**
 * Returns a function that selects or deselects a row. With Shift, it does the same to all rows from the previously
 * toggled row to this one.
 */
function useToggle<Row>({ rows, idOf, selection }: DataTableProps<Row>): Scrolling['toggle'] {
  const anchor = useRef(0)
  return (index, isRange) => {
    if (selection === undefined || rows[index] === undefined) return
    const from = Math.min(anchor.current, rows.length - 1)
    anchor.current = index
    if (!isRange) return selection.change(toggled(selection.ids, idOf(rows[index])))
    const between = rows.slice(Math.min(from, index), Math.max(from, index) + 1).map(idOf)
    selection.change(new Set([...selection.ids, ...between]))
  }
}

/** Tracks which row has the keyboard focus, and handles the keys pressed there. */
function useRowKeys<Row>(
  { rows, idOf, onOpen, selection }: DataTableProps<Row>,
  { scrollTo, rowsAtOnce, toggle }: Scrolling,
) {
  const [active, setActive] = useState(0)
  const onKeyDown = (event: KeyboardEvent) => {
    if (!(event.target as HTMLElement).matches('[data-index]')) return
    const moves: Record<string, number> = {
      ArrowDown: active + 1,
      ArrowUp: active - 1,
      PageDown: active + rowsAtOnce(),
      PageUp: active - rowsAtOnce(),
      Home: 0,
      End: rows.length - 1,
    }
    const row = rows[active]
    const target = moves[event.key]
    if (target !== undefined) {
      const next = Math.max(0, Math.min(rows.length - 1, target))
      setActive(next)
      scrollTo(next)
    } else if (event.key === 'Enter' && row !== undefined) onOpen(row)
    else if (event.key === ' ' && selection) toggle(active, event.shiftKey)
    else if (event.code === 'KeyA' && (event.ctrlKey || event.metaKey) && selection)
      selection.change(new Set(rows.map(idOf)))
    else return
    event.preventDefault()
  }
  return { active, setActive, onKeyDown }
}

interface BodyRowProps<Row> extends DataTableProps<Row> {
  readonly shown: readonly Column<Row>[]
  readonly index: number
  readonly isOpen: boolean
  readonly isActive: boolean
  readonly style: CSSProperties
  readonly onFocus: () => void
  readonly onToggle: (isRange: boolean) => void
}

function BodyRow<Row>(props: BodyRowProps<Row>) {
  const {
    words,
    rows,
    shown,
    idOf,
    nameOf,
    index,
    isOpen,
    isActive,
    style,
    selection,
    onFocus,
    onToggle,
    onOpen,
    hrefOf,
  } = props
  const row = rows[index]!
  const id = idOf(row)
  const isSelected = selection?.ids.has(id) ?? false
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the table handles the keys for all rows
    <div
      role="row"
      data-index={index}
      aria-rowindex={index + 2}
      aria-selected={isOpen || isSelected}
      tabIndex={isActive ? 0 : -1}
      className={classes.row}
      data-open={isOpen || undefined}
      style={style}
      onFocus={onFocus}
      onClick={() => onOpen(row)}
    >
      {selection && (
        // biome-ignore lint/a11y/useKeyWithClickEvents: Space on the row does the same
        <div role="gridcell" className={classes.check} onClick={(event) => event.stopPropagation()}>
          <Checkbox
            size="xs"
            tabIndex={-1}
            checked={isSelected}
            aria-label={words.selectRow(nameOf(row))}
            onChange={(event) => onToggle((event.nativeEvent as MouseEvent).shiftKey)}
          />
        </div>
      )}
      {shown.map((column, at) => {
        const content = column.cell(row)
        return (
          <div
            key={column.key}
            role="gridcell"
            className={classes.cell}
            data-align={column.align}
            data-zero={content === '0' || undefined}
          >
            {at === 0 && hrefOf !== undefined ? <RowLink href={hrefOf(row)}>{content}</RowLink> : content}
          </div>
        )
      })}
    </div>
  )
}

function toggled(ids: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const next = new Set(ids)
  if (!next.delete(id)) next.add(id)
  return next
}

interface HeadProps<Row> extends DataTableProps<Row> {
  readonly shown: readonly Column<Row>[]
  readonly template: string
}

function HeadRow<Row>({ words, rows, idOf, selection, sort, onSort, shown, template }: HeadProps<Row>) {
  const isAll = selection !== undefined && rows.length > 0 && rows.every((row) => selection.ids.has(idOf(row)))
  return (
    <div role="rowgroup" className={classes.head}>
      <div role="row" aria-rowindex={1} className={classes.headRow} style={{ gridTemplateColumns: template }}>
        {selection && (
          <div role="columnheader" className={classes.check}>
            <Checkbox
              size="xs"
              checked={isAll}
              indeterminate={!isAll && selection.ids.size > 0}
              aria-label={words.selectAll}
              onChange={() => selection.change(new Set(isAll ? [] : rows.map(idOf)))}
            />
          </div>
        )}
        {shown.map(({ key, label, align, sort: name }) => {
          const direction = sort === name ? 'ascending' : sort === `-${name}` ? 'descending' : 'none'
          const sorting = name === undefined || onSort === undefined ? null : { name, onSort }
          return (
            <div
              key={key}
              role="columnheader"
              className={classes.headCell}
              data-align={align}
              {...(sorting ? { 'aria-sort': direction } : {})}
            >
              {sorting === null ? (
                label
              ) : (
                <UnstyledButton
                  className={classes.sort}
                  aria-label={words.sortBy(label)}
                  onClick={() => sorting.onSort(direction === 'ascending' ? `-${sorting.name}` : sorting.name)}
                >
                  {label}
                  {direction === 'ascending' && <IconChevronUp size={14} aria-hidden />}
                  {direction === 'descending' && <IconChevronDown size={14} aria-hidden />}
                </UnstyledButton>
              )}
            </div>
          )
        })}
      </div>
    </div>
  )
}

function EmptyRow({ children }: { readonly children: ReactNode }) {
  return (
    <div role="rowgroup">
      <div role="row">
        <div role="gridcell" className={classes.empty}>
          {children}
        </div>
      </div>
    </div>
  )
}

interface SkeletonProps {
  readonly label: string
  readonly template: string
  readonly cells: number
}

/** Grey placeholder rows, shown while the list is loading. */
function SkeletonRows({ label, template, cells }: SkeletonProps) {
  return (
    <div role="rowgroup" aria-label={label}>
      {Array.from({ length: SKELETON_ROWS }, (_, row) => (
        <div key={row} role="row" className={classes.skeletonRow} style={{ gridTemplateColumns: template }}>
          {Array.from({ length: cells }, (_cell, cell) => (
            <div key={cell} role="gridcell" className={classes.cell}>
              <Skeleton height={10} width={cell === 0 ? '75%' : '50%'} radius="sm" />
            </div>
          ))}
        </div>
      ))}
    </div>
  )
}
