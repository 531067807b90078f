/** Shows the stock of a product by warehouse and by lot, and its movements. */
import { Button, Skeleton, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Lot, Movement, Product, Stock } from '../../../sdk/types.ts'
import { FigureTable, Heading } from '../../components/facts.tsx'
import { milli, units } from '../../data/amounts.ts'
import { useAll, useList } from '../../data/lists.ts'
import { useMe } from '../../data/session.ts'
import { figuresOf, useStockRows } from '../../data/stock.ts'
import { Failure } from '../../parts/failure.tsx'
import { day, dayAndTime, money, quantity } from '../../words/format.ts'
import { useWords } from '../../words/words.ts'
import { changeOf, placeOfMovement } from '../stock/movements.ts'
import { ProductOrdering } from './product-ordering.tsx'
import { OpenOrders } from './product-relations.tsx'

export function ProductStock({ product }: { readonly product: Product }) {
  const say = useWords('products')
  if (product.kind === 'service')
    return (
      <Stack gap="xl">
        <Text c="dimmed">{say('noStock')}</Text>
        <OpenOrders product={product} />
      </Stack>
    )
  return (
    <Stack gap="xl">
      <ByWarehouse product={product} />
      <OpenOrders product={product} />
      {product.kind !== 'bundle' && <ProductOrdering product={product} />}
      {product.kind !== 'bundle' && <Lots product={product} />}
      {product.kind !== 'bundle' && <Movements product={product} />}
    </Stack>
  )
}

function useWarehouseName(): (id: string) => string {
  const { record: warehouses = [] } = useAll('warehouses')
  return (id) => warehouses.find((one) => one.id === id)?.name ?? '…'
}

function ByWarehouse({ product }: { readonly product: Product }) {
  const say = useWords('products')
  const nameOf = useWarehouseName()
  const { data: rows, error, refetch } = useStockRows(product)
  if (error !== null) return <Failure error={error} onRetry={() => void refetch()} />
  if (rows === undefined) return <Skeleton height={96} />
  if (rows.length === 0) return <Text c="dimmed">{say('noRows')}</Text>
  const isWaited = rows.some(({ waiting }) => waiting !== undefined)
  const places = [...Map.groupBy(rows, ({ warehouseId }) => warehouseId)]
  const cells = (of: readonly Stock[]) => {
    const { onHand, reserved, available } = figuresOf([product], of).get(product.id)!
    const waiting = units(of.reduce((sum, row) => sum + milli(row.waiting ?? 0), 0))
    return [onHand, reserved, available, ...(isWaited ? [waiting] : [])].map((figure, index) => (
      <td key={index} data-end>
        {quantity(figure)}
      </td>
    ))
  }
  return (
    <FigureTable
      heads={[
        say('warehouse'),
        say('onHand'),
        say('reserved'),
        say('available'),
        ...(isWaited ? [say('waiting')] : []),
      ]}
      figuresFrom={1}
      label={say('stock')}
    >
      <tbody>
        {places.map(([id, of]) => (
          <tr key={id}>
            <th scope="row">{nameOf(id)}</th>
            {cells(of)}
          </tr>
        ))}
      </tbody>
      {places.length > 1 && (
        <tfoot>
          <tr>
            <th scope="row">{say('total')}</th>
            {cells(rows)}
          </tr>
        </tfoot>
      )}
    </FigureTable>
  )
}

interface PartProps {
  readonly title: string
  readonly none: string
  readonly list: {
    readonly isPending: boolean
    readonly error: Error | null
    readonly hasMore: boolean
    readMore(): void
  }
  readonly count: number
  readonly children: ReactNode
}

function Part({ title, none, list, count, children }: PartProps) {
  const say = useWords('products')
  return (
    <section>
      <Heading text={title} />
      <Failure error={list.error} />
      {list.isPending && <Skeleton height={72} />}
      {!list.isPending && count === 0 && <Text c="dimmed">{none}</Text>}
      {count > 0 && children}
      {list.hasMore && (
        <Button variant="default" size="compact-sm" mt="xs" onClick={list.readMore}>
          {say('showMore')}
        </Button>
      )}
    </section>
  )
}

function Lots({ product }: { readonly product: Product }) {
  const say = useWords('products')
  const { seesCosts } = useMe()
  const nameOf = useWarehouseName()
  const list = useList('lots', { productId: product.id, open: true, sort: 'createdAt', limit: 20 })
  const costs = seesCosts ? [say('unitCost')] : []
  return (
    <Part title={say('lots')} none={say('noLots')} list={list} count={list.items.length}>
      <FigureTable
        heads={[say('lotFrom'), say('warehouse'), say('left'), ...costs]}
        figuresFrom={2}
        label={say('lots')}
      >
        <tbody>
          {list.items.map((lot: Lot) => (
            <tr key={lot.id}>
              <td>
                {day(lot.receivedAt)}
                <Text size="xs" c="dimmed">
                  {lot.supplier}
                </Text>
              </td>
              <td>{nameOf(lot.warehouseId)}</td>
              <td data-end>{quantity(lot.remaining)}</td>
              {seesCosts && <td data-end>{money(lot.unitCost)}</td>}
            </tr>
          ))}
        </tbody>
      </FigureTable>
    </Part>
  )
}

function Movements({ product }: { readonly product: Product }) {
  const say = useWords('products')
  const nameOf = useWarehouseName()
  const list = useList('movements', { productId: product.id, limit: 20 })
  return (
    <Part title={say('movements')} none={say('noMovements')} list={list} count={list.items.length}>
      <FigureTable heads={[say('when'), say('warehouse'), say('quantity')]} figuresFrom={2} label={say('movements')}>
        <tbody>
          {list.items.map((one: Movement) => (
            <tr key={one.id}>
              <td>
                {dayAndTime(one.at)}
                <Text size="xs" c="dimmed">
                  {say(`move-${one.type}`)}
                </Text>
              </td>
              <td>{placeOfMovement(one, nameOf)}</td>
              <td data-end>{changeOf(one, null)}</td>
            </tr>
          ))}
        </tbody>
      </FigureTable>
    </Part>
  )
}
