/**
 * Components that several panels of the stock section use: a frame for loading and errors, a list of lots, a list of
 * movements.
 */
import { Anchor, Button, Skeleton, Stack, Text } from '@mantine/core'
import { Link, useNavigate } from '@tanstack/react-router'
import { type ReactNode, useCallback } from 'react'
import type { Product } from '../../../sdk/types.ts'
import { FigureTable, Heading } from '../../components/facts.tsx'
import { useAll, useList } from '../../data/lists.ts'
import { useMay, useMe } from '../../data/session.ts'
import { Failure } from '../../parts/failure.tsx'
import { day, dayAndTime, money, quantity } from '../../words/format.ts'
import { useWords } from '../../words/words.ts'
import { changeOf, placeOfMovement } from './movements.ts'

const AT_ONCE = 20
const MOVES = { receive: '/stock/receive', writeOff: '/stock/write-off', transfer: '/stock/transfer' } as const

/** Returns a function that goes back to the list. The filters of the list are kept. */
export function useClose(): () => void {
  const navigate = useNavigate()
  return useCallback(() => {
    const search = ({ part: _part, ...rest }: Readonly<Record<string, string>>) => rest
    void navigate({ to: '/stock', search: search as never })
  }, [navigate])
}

export function useWarehouseName(): (id: string) => string {
  const { record: warehouses = [] } = useAll('warehouses')
  return (id) => warehouses.find((one) => one.id === id)?.name ?? '…'
}

interface MovesProps {
  /** The URL parameters with which a form opens with this panel's goods filled in. */
  readonly of: Readonly<Record<string, string>>
  readonly moves: readonly (keyof typeof MOVES)[]
}

/**
 * The buttons that open the forms for movements, with this panel's goods filled in. Users who may not move stock do not
 * see them.
 */
export function Moves({ of, moves }: MovesProps) {
  const say = useWords('stock')
  const navigate = useNavigate()
  if (!useMay()('storekeepers')) return null
  return moves.map((move) => (
    <Button
      key={move}
      size="compact-md"
      variant="default"
      onClick={() => void navigate({ to: MOVES[move], search: of as never })}
    >
      {say(move)}
    </Button>
  ))
}

interface PartProps {
  readonly title: string
  readonly none: string
  readonly list: {
    readonly items: readonly unknown[]
    readonly isPending: boolean
    readonly error: Error | null
    readonly hasMore: boolean
    readMore(): void
    retry(): void
  }
  readonly children: ReactNode
}

function Part({ title, none, list, children }: PartProps) {
  const say = useWords('stock')
  const { items, isPending, error, hasMore, readMore, retry } = list
  return (
    <section>
      <Heading text={title} />
      <Failure error={error} onRetry={retry} />
      {isPending && error === null && <Skeleton height={72} />}
      {!isPending && error === null && items.length === 0 && <Text c="dimmed">{none}</Text>}
      {items.length > 0 && children}
      {hasMore && (
        <Button variant="default" size="compact-sm" mt="xs" onClick={readMore}>
          {say('showMore')}
        </Button>
      )}
    </section>
  )
}

interface OfProps {
  readonly product: Product | undefined
  readonly productId: string
  readonly warehouseId: string
}

/** The list of a product's lots that still have goods at a warehouse. */
export function LotsOf({ product, productId, warehouseId }: OfProps) {
  const say = useWords('stock')
  const { seesCosts } = useMe()
  const list = useList('lots', { productId, warehouseId, open: true, sort: 'createdAt', limit: AT_ONCE })
  const costs = seesCosts ? [say('unitCost')] : []
  return (
    <Part title={say('lots')} none={say('noLots')} list={list}>
      <FigureTable label={say('lots')} heads={[say('lotFrom'), say('supplier'), say('left'), ...costs]} figuresFrom={2}>
        <tbody>
          {list.items.map((lot) => (
            <tr key={lot.id}>
              <td>
                <Anchor component={Link} to={`/stock/lots/${lot.id}`} inherit>
                  {day(lot.receivedAt)}
                </Anchor>
              </td>
              <td>{lot.supplier}</td>
              <td data-end>{quantity(lot.remaining, product?.uom)}</td>
              {seesCosts && <td data-end>{money(lot.unitCost)}</td>}
            </tr>
          ))}
        </tbody>
      </FigureTable>
    </Part>
  )
}

export function MovementsOf({ product, productId, warehouseId }: OfProps) {
  const say = useWords('stock')
  const nameOf = useWarehouseName()
  const list = useList('movements', { productId, warehouseId, limit: AT_ONCE })
  return (
    <Part title={say('movements')} none={say('noMovements')} list={list}>
      <FigureTable
        label={say('movements')}
        heads={[say('when'), say('type'), say('warehouse'), say('quantity')]}
        figuresFrom={3}
      >
        <tbody>
          {list.items.map((one) => (
            <tr key={one.id}>
              <td>
                <Anchor component={Link} to={`/stock/movements/${one.id}`} inherit>
                  {dayAndTime(one.at)}
                </Anchor>
              </td>
              <td>{say(`type-${one.type}`)}</td>
              <td>{placeOfMovement(one, nameOf)}</td>
              <td data-end>{changeOf(one, product?.uom ?? null)}</td>
            </tr>
          ))}
        </tbody>
      </FigureTable>
    </Part>
  )
}

export const PanelParts = ({ children }: { readonly children: ReactNode }) => <Stack gap="xl">{children}</Stack>
