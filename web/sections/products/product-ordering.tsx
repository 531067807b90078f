/** Shows when and from whom a product is ordered: its stock rules, and how suppliers sell it. */
import { Anchor, Button, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Product } from '../../../sdk/types.ts'
import { FigureTable, Heading } from '../../components/facts.tsx'
import { useAll, useList, useRecords } from '../../data/lists.ts'
import { useMay, useMe } from '../../data/session.ts'
import { Failure } from '../../parts/failure.tsx'
import { money, quantity } from '../../words/format.ts'
import { useWords } from '../../words/words.ts'

export function ProductOrdering({ product }: { readonly product: Product }) {
  return (
    <>
      <Rules product={product} />
      <Items product={product} />
    </>
  )
}

interface PartProps {
  readonly title: string
  readonly none: string
  readonly error: Error | null
  readonly count: number
  readonly isPending: boolean
  readonly add: { readonly label: string; readonly path: string } | null
  readonly children: ReactNode
}

function Part({ title, none, error, count, isPending, add, children }: PartProps) {
  return (
    <section>
      <Heading text={title} />
      <Failure error={error} />
      {!isPending && error === null && count === 0 && <Text c="dimmed">{none}</Text>}
      {count > 0 && children}
      {add !== null && (
        <Button component={Link} to={add.path} variant="default" size="compact-sm" mt="xs">
          {add.label}
        </Button>
      )}
    </section>
  )
}

function Rules({ product: { id, archived } }: { readonly product: Product }) {
  const say = useWords('products')
  const mayAdd = useMay()('managers') && !archived
  const { items, isPending, error } = useList('stockRules', { productId: id, limit: 100 })
  const { record: warehouses = [] } = useAll('warehouses')
  const suppliers = useRecords(
    'partners',
    items.flatMap(({ supplierId }) => supplierId ?? []),
  )
  const nameOf = (warehouseId: string | null) =>
    warehouseId === null ? say('allWarehouses') : (warehouses.find((one) => one.id === warehouseId)?.name ?? '…')
  const isWhole = items.some(({ warehouseId }) => warehouseId === null)
  const add = mayAdd && !isWhole ? { label: say('addRule'), path: `/purchasing/stock-rules/new?productId=${id}` } : null
  return (
    <Part {...{ title: say('stockRules'), none: say('noRules'), error, isPending, count: items.length, add }}>
      <FigureTable heads={[say('warehouse'), say('minimum'), say('maximum')]} figuresFrom={1} label={say('stockRules')}>
        <tbody>
          {items.map(({ id: ruleId, warehouseId, minStock, maxStock, supplierId }) => (
            <tr key={ruleId}>
              <td>
                <Anchor component={Link} to={`/purchasing/stock-rules/${ruleId}` as string} inherit>
                  {nameOf(warehouseId)}
                </Anchor>
                {supplierId !== null && (
                  <Text size="xs" c="dimmed">
                    {suppliers.get(supplierId)?.name}
                  </Text>
                )}
              </td>
              <td data-end>{quantity(minStock)}</td>
              <td data-end>{quantity(maxStock)}</td>
            </tr>
          ))}
        </tbody>
      </FigureTable>
    </Part>
  )
}

function Items({ product: { id, archived } }: { readonly product: Product }) {
  const say = useWords('products')
  const mayAdd = useMay()('managers') && !archived
  const { seesCosts } = useMe()
  const { items, isPending, error } = useList('supplierItems', { productId: id, limit: 100 })
  const suppliers = useRecords(
    'partners',
    items.map(({ supplierId }) => supplierId),
  )
  const add = mayAdd ? { label: say('addItem'), path: `/purchasing/supplier-items/new?productId=${id}` } : null
  const prices = seesCosts ? [say('supplierPrice')] : []
  return (
    <Part {...{ title: say('supplierItems'), none: say('noItems'), error, isPending, count: items.length, add }}>
      <FigureTable
        heads={[say('supplier'), say('pack'), say('leadDays'), ...prices]}
        figuresFrom={1}
        label={say('supplierItems')}
      >
        <tbody>
          {items.map(({ id: itemId, supplierId, code, packQuantity, leadDays, price }) => (
            <tr key={itemId}>
              <td>
                <Anchor component={Link} to={`/purchasing/supplier-items/${itemId}` as string} inherit>
                  {suppliers.get(supplierId)?.name ?? '…'}
                </Anchor>
                {code !== null && (
                  <Text size="xs" c="dimmed">
                    {code}
                  </Text>
                )}
              </td>
              <td data-end>{quantity(packQuantity)}</td>
              <td data-end>{leadDays}</td>
              {seesCosts && <td data-end>{money(price)}</td>}
            </tr>
          ))}
        </tbody>
      </FigureTable>
    </Part>
  )
}
