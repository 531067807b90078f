/** A list of names and values, one pair per line. Pairs without a value are hidden. */
import { Text } from '@mantine/core'
import { Fragment, type ReactNode } from 'react'
import classes from './facts.module.css'
import { usePartLevel } from './split.tsx'

export type Fact = readonly [label: ReactNode, value: ReactNode]

interface FactListProps {
  readonly title?: string
  readonly facts: readonly Fact[]
}

export function FactList({ title, facts }: FactListProps) {
  const shown = facts.filter(([, value]) => value !== null && value !== undefined && value !== '' && value !== false)
  if (shown.length === 0) return null
  return (
    <section>
      {title !== undefined && <Heading text={title} />}
      <dl className={classes.facts}>
        {shown.map(([label, value], index) => (
          <Fragment key={index}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </Fragment>
        ))}
      </dl>
    </section>
  )
}

/** The heading of one part of a record's page. */
export function Heading({ text }: { readonly text: string }) {
  return (
    <Text component={usePartLevel()} fw={600} fz={14} mb={8}>
      {text}
    </Text>
  )
}

interface FigureTableProps {
  readonly label: string
  readonly heads: readonly string[]
  /** The index of the first column with numbers. This column and all columns after it are right-aligned. */
  readonly figuresFrom: number
  /**
   * The headings of columns that are hidden on a telephone. The cells of these columns have the attribute `data-wide`.
   */
  readonly wide?: readonly string[]
  readonly children: ReactNode
}

/** The last row of a table of numbers, which shows the total. */
export const TotalRow = ({ label, span, total }: TotalRowProps) => <TotalRows rows={[[label, total]]} span={span} />

interface TotalRowProps {
  readonly label: string
  /** How many columns of the table the label of the total spans. */
  readonly span: number
  readonly total: ReactNode
}

interface TotalRowsProps {
  readonly rows: readonly Fact[]
  /** How many columns the labels span, not counting the columns that are hidden on a telephone. */
  readonly span: number
  readonly wide?: number
}

/** The last rows of a table of numbers, which show amounts and their total. */
export function TotalRows({ rows, span, wide = 0 }: TotalRowsProps) {
  return (
    <tfoot>
      {rows.map(([label, total], index) => (
        <tr key={index}>
          <th scope="row" colSpan={span}>
            {label}
          </th>
          {wide > 0 && <td data-wide colSpan={wide} />}
          <td data-end>{total}</td>
        </tr>
      ))}
    </tfoot>
  )
}

/** A short table inside a record's page. Cells with numbers have the attribute `data-end`. */
export function FigureTable({ label, heads, figuresFrom, wide = [], children }: FigureTableProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard
    <div className={classes.scrollX} role="group" tabIndex={0} aria-label={label}>
      <table className={classes.figures}>
        <thead>
          <tr>
            {heads.map((head, index) => (
              <th
                key={head}
                scope="col"
                data-end={index >= figuresFrom || undefined}
                data-wide={wide.includes(head) || undefined}
              >
                {head}
              </th>
            ))}
          </tr>
        </thead>
        {children}
      </table>
    </div>
  )
}
