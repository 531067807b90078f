/** The report of a table import, which lists its rows. Rows with problems come first. */
import { Anchor, Badge, Button, Group, NativeSelect, Skeleton, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { TableImport, TableRow } from '../../../sdk/types.ts'
import { sayRefusal } from '../../data/refusals.ts'
import { useTableRows } from '../../data/table-imports.ts'
import { Failure } from '../../parts/failure.tsx'
import { useWords } from '../../words/words.ts'
import classes from './tables.module.css'

const CELLS = 6

export function TableRows({ one }: { readonly one: TableImport }) {
  const say = useWords('tables')
  const core = useWords('core')
  const bad = one.counts.problem + one.counts.failed + one.counts.warned
  const [shown, setShown] = useState<'problems' | 'all' | null>(null)
  const which = shown ?? (bad > 0 ? 'problems' : 'all')
  const { data, error, hasNextPage, fetchNextPage, isFetchingNextPage, refetch } = useTableRows(
    one,
    which === 'problems',
  )
  const rows = data?.pages.flatMap(({ items }) => items)
  return (
    <section aria-label={say('rows')}>
      <Group justify="space-between" mb="xs">
        <Text component="h2" fw={600} fz={16}>
          {say('rows')}
        </Text>
        <NativeSelect
          aria-label={say('which')}
          value={which}
          data={(['problems', 'all'] as const).map((value) => ({ value, label: say(`which-${value}`) }))}
          onChange={(event) => setShown(event.currentTarget.value as 'problems' | 'all')}
        />
      </Group>
      {error !== null && rows === undefined && (
        <Failure error={error} title={core('notLoaded')} onRetry={() => void refetch()} />
      )}
      {error === null && rows === undefined && <Skeleton height={160} role="status" aria-label={core('loading')} />}
      {rows?.length === 0 && <Text>{say('noProblems')}</Text>}
      <ul className={classes.rows}>
        {rows?.map((row) => (
          <Row key={row.row} row={row} one={one} />
        ))}
      </ul>
      {hasNextPage && (
        <Button mt="sm" variant="default" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {core('more')}
        </Button>
      )}
    </section>
  )
}

const STATES = { create: 'gray', update: 'gray', unchanged: 'gray', problem: 'red', applied: 'green', failed: 'red' }

function Row({ row, one }: { readonly row: TableRow; readonly one: TableImport }) {
  const say = useWords('tables')
  const { row: number, plan, outcome, cells, problems } = row
  const state = outcome ?? plan
  const shown = cells
    .filter((cell, at) => cell !== null && cell !== '' && one.columns[at]?.target != null)
    .slice(0, CELLS)
  return (
    <li className={classes.tableRow}>
      <div className={classes.rowHead}>
        <span>
          <b>{say('row', { row: number })}</b> <span className={classes.cells}>{shown.join(' · ')}</span>
        </span>
        <Badge variant="light" color={STATES[state]} tt="none" className={classes.badge ?? ''}>
          {say(`state-${state}`)}
        </Badge>
      </div>
      {problems.map(({ code, message, column, productId, refusal }) => (
        <p key={`${code} ${column}`} className={classes.problem}>
          {column !== null && <b>{one.columns[column]?.header || say('column', { number: column + 1 })}: </b>}
          {(refusal && sayRefusal(refusal)) ?? message}{' '}
          {productId !== undefined && (
            <Anchor component={Link} to={`/products/${productId}`} inherit underline="always">
              {say('openProduct')}
            </Anchor>
          )}
        </p>
      ))}
    </li>
  )
}
