/** What to move between warehouses before anything is ordered. Rows can be left out, and quantities changed. */
import { Alert, Anchor, Button, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import type { TransferStockBody } from '../../../sdk/types.ts'
import { FigureTable } from '../../components/facts.tsx'
import { toast } from '../../components/toast.tsx'
import { useMany } from '../../data/many.ts'
import type { ReportView } from '../../data/reports.ts'
import { useMay } from '../../data/session.ts'
import { Failure } from '../../parts/failure.tsx'
import { quantity as shown } from '../../words/format.ts'
import { type Say, useWords } from '../../words/words.ts'
import {
  AS_TRANSFERS,
  type ChangedMoves,
  keyOfMove,
  type MoveGroup,
  movedQuantity,
  moveGroupsOf,
  type ProposedMove,
  transfersOf,
} from './moved.ts'
import classes from './ordering.module.css'
import { useAgain } from './proposed-again.ts'
import { ProposedRow } from './proposed-row.tsx'

const UNCHANGED: ChangedMoves = { dropped: new Set(), typed: {} }

interface MovesProps {
  readonly report: ReportView
  /** Called after goods were moved, and when a transfer was refused because the proposals are out of date. */
  readonly onStale: () => void
}

export function ProposedMoves({ report, onStale }: MovesProps) {
  const say = useWords('purchasing')
  const mayMove = useMay()('storekeepers')
  const rows = report.items as unknown as readonly ProposedMove[]
  const groups = useMemo(() => moveGroupsOf(rows), [rows])
  const [changed, change] = useState(UNCHANGED)
  const moves = useMany<TransferStockBody, null>({
    name: 'purchasing/moves',
    send: AS_TRANSFERS,
    onEnd: (count) => {
      if (count > 0) toast(say('moved', { count }))
      change(UNCHANGED)
      onStale()
    },
  })
  useAgain(moves.refused, onStale)
  const refused = [...moves.refused.values()].map(({ text }) => text)
  if (groups.length === 0 && refused.length === 0 && moves.failure === null) return null
  const bodies = transfersOf(rows, changed)
  const count = rows.filter((row) => !changed.dropped.has(keyOfMove(row))).length
  return (
    <section aria-label={say('moves')}>
      <div className={classes.head}>
        <div>
          <Text component="h2" fw={600} fz={16}>
            {say('moves')}
          </Text>
          <Text size="sm" c="dimmed">
            {say('movesText')}{' '}
            <Anchor component={Link} to="/reports/proposed-transfers" inherit underline="always">
              {say('allFigures')}
            </Anchor>
          </Text>
        </div>
        {mayMove && groups.length > 0 && (
          <Button
            size="sm"
            disabled={bodies === null || count === 0}
            loading={moves.isRunning}
            onClick={() => bodies !== null && moves.start(bodies)}
          >
            {say('makeMoves', { count })}
          </Button>
        )}
      </div>
      <Failure error={moves.failure} onRetry={moves.resume} />
      {refused.map((text) => (
        <Alert key={text} color="red" mb="xs" role="alert">
          {text}
        </Alert>
      ))}
      {groups.map((group) => (
        <Moves key={group.id} group={group} changed={changed} mayMove={mayMove} onChange={change} />
      ))}
      {report.hasMore && (
        <Button variant="default" onClick={report.readMore}>
          {say('showMore')}
        </Button>
      )}
    </section>
  )
}

interface GroupProps {
  readonly group: MoveGroup
  readonly changed: ChangedMoves
  readonly mayMove: boolean
  readonly onChange: (changed: ChangedMoves) => void
}

function Moves({ group, ...rest }: GroupProps) {
  const say = useWords('purchasing')
  const label = say('fromTo', { from: group.from, to: group.to })
  return (
    <>
      <Text size="sm" fw={600}>
        {label}
      </Text>
      <FigureTable
        label={label}
        heads={[say('product'), say('availableThere'), say('keptThere'), say('toMove')]}
        figuresFrom={1}
        wide={[say('availableThere'), say('keptThere')]}
      >
        <tbody>
          {group.rows.map((row) => (
            <MoveRow key={keyOfMove(row)} row={row} {...rest} />
          ))}
        </tbody>
      </FigureTable>
    </>
  )
}

function MoveRow({ row, changed, mayMove, onChange }: Omit<GroupProps, 'group'> & { readonly row: ProposedMove }) {
  const say = useWords('purchasing')
  return (
    <ProposedRow
      row={row}
      of={keyOfMove(row)}
      changed={changed}
      mayChange={mayMove}
      isWrong={movedQuantity(row, changed) === null}
      labels={{
        choose: say('moveProduct', { name: row.product }),
        quantity: say('moveQuantity', { name: row.product }),
      }}
      reason={reasonOf(say, row)}
      before={[row.fromAvailable, row.fromKept]}
      onChange={(parts) => onChange({ ...changed, ...parts })}
    />
  )
}

/** Returns a sentence that explains how much one warehouse lacks, and why the other one keeps the rest. */
function reasonOf(say: Say<'purchasing'>, row: ProposedMove): string {
  const { position, target, keptFor, fromKept, fromAvailable, fromSold, fromDaysInStock, keptDays } = row
  const here = say('why-move', { position: shown(position), target: shown(target) })
  const kept = { kept: shown(fromKept), available: shown(fromAvailable) }
  const there =
    keptFor === 'rule'
      ? say('kept-rule', kept)
      : say('kept-sales', { ...kept, sold: shown(fromSold), days: fromDaysInStock, until: keptDays ?? 0 })
  return `${here} ${there}`
}
