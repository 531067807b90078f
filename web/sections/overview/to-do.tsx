/** The list of what is waiting to be done, with links, and today's numbers of the company. */
import { Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Summary } from '../../../sdk/types.ts'
import type { Address } from '../../data/address.ts'
import { kopecks, roubles } from '../../data/amounts.ts'
import { money, quantity } from '../../words/format.ts'
import { useWords, type Word } from '../../words/words.ts'
import { useToday } from '../reports/today.ts'
import classes from './overview.module.css'

interface WaitingWork {
  readonly name: 'new' | 'picking' | 'low' | 'notOnShelf' | 'files' | 'failed' | 'drafts' | 'unpaid'
  readonly count: number
  readonly sum?: number | undefined
  readonly to: string
  readonly search?: Address
}

function workOf({ orders, belowMinimum, notOnShelf, files, drafts, unpaid }: Summary): WaitingWork[] {
  const all: WaitingWork[] = [
    { name: 'new', count: orders.new.count, sum: orders.new.total, to: '/orders', search: { status: 'new' } },
    {
      name: 'picking',
      count: orders.picking.count,
      sum: orders.picking.total,
      to: '/orders',
      search: { status: 'picking' },
    },
    { name: 'low', count: belowMinimum.count, to: '/reports/below-minimum' },
    { name: 'notOnShelf', count: notOnShelf.count, to: '/reports/not-on-shelf' },
    { name: 'files', count: files.recognized, to: '/purchasing/files' },
    { name: 'failed', count: files.failed, to: '/purchasing/files' },
    {
      name: 'drafts',
      count: drafts?.count ?? 0,
      to: '/purchasing/documents',
      search: { status: 'draft', fromFile: 'yes' },
    },
    { name: 'unpaid', count: unpaid?.count ?? 0, sum: unpaid?.due, to: '/reports/unpaid-documents' },
  ]
  return all.filter(({ count }) => count > 0)
}

export function ToDo({ summary }: { readonly summary: Summary }) {
  const say = useWords('overview')
  const work = workOf(summary)
  return (
    <section aria-labelledby="to-do">
      <Title id="to-do" text={say('toDo')} />
      {work.length === 0 && <Text c="dimmed">{say('nothingToDo')}</Text>}
      <ul className={classes.list}>
        {work.map(({ name, count, sum, to, search = {} }) => (
          <li key={name}>
            <Link to={to} search={search as never} className={classes.line}>
              <span className={classes.what}>{say(`toDo-${name}` as Word<'overview'>)}</span>
              <span className={classes.count}>{quantity(count)}</span>
              <span className={classes.sum}>{sum === undefined ? '' : money(sum)}</span>
            </Link>
            {name === 'low' && <LowProducts summary={summary} />}
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The names of the products that are furthest below their minimum stock. */
function LowProducts({ summary: { belowMinimum } }: { readonly summary: Summary }) {
  const say = useWords('overview')
  const { items, count } = belowMinimum
  return (
    <ul className={classes.low}>
      {items.map(({ productId, name, uom, available, minStock }) => (
        <li key={productId}>
          <Link to="/products/$id" params={{ id: productId }} className={classes.link}>
            {name}
          </Link>{' '}
          <span className={classes.dim}>
            {say('left', { available: quantity(available), least: quantity(minStock, uom) })}
          </span>
        </li>
      ))}
      {count > items.length && (
        <li>
          <Link to="/reports/$report" params={{ report: 'below-minimum' }} className={classes.link}>
            {say('more', { count: count - items.length })}
          </Link>
        </li>
      )}
    </ul>
  )
}

/** Subtracts two amounts in whole kopecks, because subtracting decimals is inexact. */
const less = (one: number, other: number) => roubles(kopecks(one) - kopecks(other))

/** The company's main numbers. Each links to the records that it sums up. */
export function Figures({ summary: { shippedToday, stockValue } }: { readonly summary: Summary }) {
  const say = useWords('overview')
  const { count, total, cost } = shippedToday
  // The current date in the company's time zone may not be known yet. Until it is, the link shows all shipped orders.
  const day = useToday() ?? undefined
  return (
    <section aria-labelledby="now">
      <Title id="now" text={say('now')} />
      <dl className={classes.figures}>
        <Figure label={say('shippedToday')} to="/orders" search={{ status: 'shipped', shippedFrom: day }}>
          {money(total)} <span className={classes.dim}>· {quantity(count)}</span>
        </Figure>
        {cost !== undefined && (
          <Figure label={say('profitToday')} to="/reports/gross-profit" search={{ groupBy: 'order', from: day }}>
            {money(less(total, cost))}
          </Figure>
        )}
        {stockValue !== undefined && (
          <Figure label={say('stockValue')} to="/reports/stock-valuation">
            {money(stockValue)}
          </Figure>
        )}
      </dl>
    </section>
  )
}

interface FigureProps {
  readonly label: string
  readonly to: string
  readonly search?: Address
  readonly children: ReactNode
}

function Figure({ label, to, search = {}, children }: FigureProps) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        <Link to={to} search={search as never} className={classes.figure}>
          {children}
        </Link>
      </dd>
    </div>
  )
}

export function Title({ id, text }: { readonly id: string; readonly text: string }) {
  return (
    <Text component="h2" id={id} fw={600} fz={15} mb={4}>
      {text}
    </Text>
  )
}
