/**
 * What to move between warehouses and what to order: proposals with their reasons. Transfers and draft orders are made
 * from them.
 */
import { Anchor, Button, Skeleton, Text } from '@mantine/core'
import { Link, useNavigate } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import type { Document, OrderProposedBody } from '../../../sdk/types.ts'
import { Empty } from '../../components/notices.tsx'
import { toast } from '../../components/toast.tsx'
import { useAddress } from '../../data/address.ts'
import { client } from '../../data/client.ts'
import { useAll } from '../../data/lists.ts'
import { useMany } from '../../data/many.ts'
import { useReport } from '../../data/reports.ts'
import { useMay } from '../../data/session.ts'
import { Failure } from '../../parts/failure.tsx'
import { WarehouseFilter } from '../../parts/list-filters.tsx'
import { ListHead } from '../../parts/list-head.tsx'
import { PartnerFilter } from '../../parts/partner-filter.tsx'
import { useWords } from '../../words/words.ts'
import classes from './ordering.module.css'
import { areReady, type Changed, groupsOf, orderOf, type Proposed } from './proposed.ts'
import { useAgain } from './proposed-again.ts'
import { ProposedMoves } from './proposed-moves.tsx'
import { ProposedOrder } from './proposed-order.tsx'

const FILTERS = ['supplier', 'warehouse']
const UNCHANGED: Changed = { dropped: new Set(), typed: {}, places: {} }

export function Proposals() {
  const say = useWords('purchasing')
  const core = useWords('core')
  const mayOrder = useMay()('managers')
  const [{ supplier, warehouse }] = useAddress()
  const query = useMemo(
    () => ({ ...(supplier && { supplierId: supplier }), ...(warehouse && { warehouseId: warehouse }) }),
    [supplier, warehouse],
  )
  const report = useReport('reorder', query)
  // A supplier has nothing to do with what is moved between warehouses.
  const place = useMemo(() => (warehouse ? { warehouseId: warehouse } : {}), [warehouse])
  const moves = useReport('proposed-transfers', place)
  const readAgain = () => {
    report.retry()
    moves.retry()
  }
  const groups = useMemo(() => groupsOf(report.items as unknown as readonly Proposed[]), [report.items])
  const [changed, change] = useState(UNCHANGED)
  const usual = useOnlyWarehouse()
  const orders = useOrders(() => {
    change(UNCHANGED)
    readAgain()
  })
  useAgain(orders.refused, readAgain)
  const bodies = new Map(
    groups.flatMap((group) => {
      const body = orderOf(group, changed, usual)
      return body === null ? [] : [[group.id, body] as const]
    }),
  )
  return (
    <section className={classes.page} aria-label={say('proposals')}>
      <ListHead
        title={say('proposals')}
        searchLabel={null}
        filterNames={FILTERS}
        filters={
          <>
            <PartnerFilter name="supplier" label={say('supplier')} />
            <WarehouseFilter />
          </>
        }
        action={
          mayOrder &&
          groups.length > 0 && (
            <Button
              size="sm"
              disabled={bodies.size === 0 || !areReady(groups, changed)}
              loading={orders.isRunning}
              onClick={() => orders.start(bodies)}
            >
              {say('makeOrders', { count: bodies.size })}
            </Button>
          )
        }
      />
      <div className={classes.groups}>
        <Text size="sm" c="dimmed">
          {say('proposalsText')}{' '}
          <Anchor component={Link} to="/reports/reorder" inherit underline="always">
            {say('allFigures')}
          </Anchor>
        </Text>
        <Failure error={report.error} title={core('notLoaded')} onRetry={report.retry} />
        <Failure error={orders.failure} onRetry={orders.resume} />
        {report.isPending && report.error === null && <Skeleton height={160} aria-label={core('loading')} />}
        <Failure error={moves.error} title={core('notLoaded')} onRetry={moves.retry} />
        <ProposedMoves report={moves} onStale={readAgain} />
        {!report.isPending && report.error === null && groups.length === 0 && moves.items.length === 0 && (
          <Empty title={say('nothingProposed')} text={say('nothingProposedText')} />
        )}
        {groups.map((group) => (
          <ProposedOrder
            key={group.id}
            group={group}
            changed={changed}
            mayOrder={mayOrder}
            refused={orders.refused.get(group.id)?.text}
            onChange={(parts) => change((now) => ({ ...now, ...parts }))}
          />
        ))}
        {report.hasMore && (
          <Button variant="default" onClick={report.readMore}>
            {say('showMore')}
          </Button>
        )}
      </div>
    </section>
  )
}

/** Returns the id of the company's only warehouse, to which all orders are delivered; '' if there are several. */
function useOnlyWarehouse(): string {
  const { record: warehouses = [] } = useAll('warehouses')
  const active = warehouses.filter(({ archived }) => !archived)
  return active.length === 1 ? active[0]!.id : ''
}

/** Sends the orders, each with its own idempotency key, so that none is created twice. */
function useOrders(onEnd: () => void) {
  const say = useWords('purchasing')
  const navigate = useNavigate()
  return useMany<OrderProposedBody, Document>({
    name: 'purchasing/proposals',
    send: (_id, body, sending) => client.documents.orderProposed(body, sending),
    onEnd: (count) => {
      const toDrafts = () => void navigate({ to: '/purchasing/orders', search: { status: 'draft' } as never })
      if (count > 0) toast(say('ordersMade', { count }), { label: say('showDrafts'), run: toDrafts })
      onEnd()
    },
  })
}
