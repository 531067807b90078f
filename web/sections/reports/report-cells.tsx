/** Makes the columns and cells of a report's table. */
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Column } from '../../components/data-table.tsx'
import type { Address } from '../../data/address.ts'
import type { ReportRow } from '../../data/reports.ts'
import { byUnitOf, quantityInUnits } from '../../data/unit-sums.ts'
import { calendarDay, dayAndTime, money, quantity, share } from '../../words/format.ts'
import { inLanguage, type Say } from '../../words/words.ts'
import classes from './reports.module.css'
import type { CellKind, ReportColumn } from './spec.ts'

type Value = string | number | null | undefined

const WIDTHS: Record<CellKind, string> = {
  text: 'minmax(96px, 2fr)',
  day: 'minmax(96px, 1fr)',
  moment: '132px',
  count: 'minmax(72px, 0.7fr)',
  quantity: 'minmax(76px, 0.8fr)',
  money: 'minmax(116px, 1fr)',
  percent: 'minmax(116px, 0.7fr)',
  number: 'minmax(72px, 0.7fr)',
}

/** Formats a value of a report as text. */
function print({ kind, choices }: ReportColumn, value: Value): string {
  if (value === null || value === undefined) return '—'
  if (kind === 'money') return money(Number(value))
  if (kind === 'quantity' || kind === 'count' || kind === 'number') return quantity(Number(value))
  if (kind === 'percent') return share(Number(value))
  if (kind === 'moment') return dayAndTime(String(value))
  if (kind === 'day') return calendarDay(String(value).slice(0, 10))
  const choice = choices?.[String(value)]
  if (choice !== undefined) return inLanguage(choice)
  return String(value)
}

const printed = (column: ReportColumn, total: Value) => (total === undefined ? undefined : print(column, total))

interface ColumnsOf {
  readonly columns: readonly ReportColumn[]
  readonly totals: ReportRow | undefined
  readonly address: Address
  readonly say: Say<'reports'>
}

export function tableColumns({ columns, totals, address, say }: ColumnsOf): Column<ReportRow>[] {
  return columns.map((column, index) => {
    const { name, kind, from = 0 } = column
    const isFigure = /count|quantity|money|percent|number/.test(kind)
    const total =
      kind === 'quantity' && byUnitOf(totals).length > 0
        ? quantityInUnits(totals!, name)
        : printed(column, totals?.[name])
    return {
      key: name,
      label: inLanguage(column.label),
      width: index === 0 && kind === 'text' ? 'minmax(120px, 3fr)' : WIDTHS[kind],
      from,
      ...(isFigure && { align: 'end' as const }),
      ...(index === 0 && totals !== undefined && Object.keys(totals).length > 0 && { total: say('total') }),
      ...(total !== undefined && { total }),
      cell: (row) => {
        const cell = <Cell column={column} row={row} address={address} text={print(column, row[name])} />
        return index === 0 && kind === 'text' ? <span className={classes.rowName}>{cell}</span> : cell
      },
    }
  })
}

interface CellProps {
  readonly column: ReportColumn
  readonly row: ReportRow
  readonly address: Address
  readonly text: string
}

/**
 * Shows a number as a link to the records that it sums up. The link is for the mouse; keyboard users open the row
 * instead.
 */
function Cell({ column, row, address, text }: CellProps): ReactNode {
  const place = row[column.name] ? column.opens?.(row, address) : null
  if (!place) return text
  return (
    <Link
      to={place.to}
      search={(place.search ?? {}) as never}
      className={classes.figure}
      tabIndex={-1}
      onClick={(event) => event.stopPropagation()}
    >
      {text}
    </Link>
  )
}
