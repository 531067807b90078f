/**
 * The task "Find" of the warehouse-floor screens. It searches for a code or a name and shows the product's stock by
 * warehouse and by lot.
 */
import { Skeleton, Text } from '@mantine/core'
import { useState } from 'react'
import { FactList, FigureTable } from '../../components/facts.tsx'
import type { KnownProduct } from '../../data/floor/known-products.ts'
import { useAll, useList, useRecord } from '../../data/lists.ts'
import { figuresOf, useStockRows } from '../../data/stock.ts'
import { Failure } from '../../parts/failure.tsx'
import { day, money, quantity } from '../../words/format.ts'
import { useWords } from '../../words/words.ts'
import { useFloor } from './context.ts'
import classes from './floor.module.css'
import { ScanBar } from './scan-bar.tsx'
import { unknownWord } from './scanned-lines.ts'

const LOTS = 20

export function Find() {
  const say = useWords('floor')
  const { known, tell } = useFloor()
  const [found, setFound] = useState<KnownProduct | null>(null)
  const show = (product: KnownProduct) => {
    setFound(product)
    tell('ok', product.name)
  }
  const look = async (code: string) => {
    const scanned = await known.lookUp(code)
    if (scanned === 'away') return tell('wrong', say('awayUnknown', { code }))
    if (scanned.length === 1) return show(scanned[0]!.product)
    tell('wrong', say(unknownWord(code, scanned.length), { code }))
  }
  return (
    <div className={classes.task}>
      <ScanBar onCode={(code) => void look(code)} onProduct={show} />
      {found === null ? (
        <p className={classes.hint}>{say('findFirst')}</p>
      ) : (
        <FoundProduct key={found.id} found={found} />
      )}
    </div>
  )
}

function FoundProduct({ found }: { readonly found: KnownProduct }) {
  const say = useWords('floor')
  const { isAway } = useFloor()
  const { record } = useRecord('products', isAway ? null : found.id)
  const { name, sku, barcodes, packages, uom } = record ?? found
  return (
    <section className={classes.found} aria-label={name}>
      <Text component="h2" fw={600} fz={20}>
        {name}
      </Text>
      <FactList
        facts={[
          [say('sku'), sku],
          [say('barcodes'), barcodes.join(', ')],
          [say('packages'), packages.map((one) => `${one.name}: ${quantity(one.quantity, uom)}`).join(', ')],
        ]}
      />
      {isAway ? (
        <Text>{say('stockAway')}</Text>
      ) : record === undefined ? (
        <Skeleton height={96} />
      ) : (
        <Stock productId={found.id} />
      )}
    </section>
  )
}

function Stock({ productId }: { readonly productId: string }) {
  const say = useWords('floor')
  const core = useWords('core')
  const { record: product } = useRecord('products', productId)
  const { data: rows, error, refetch, isEnabled } = useStockRows(product)
  const { record: warehouses = [] } = useAll('warehouses')
  if (product === undefined) return null
  if (!isEnabled) return <Text>{say('notStocked-service', { name: product.name })}</Text>
  if (error !== null && rows === undefined)
    return <Failure error={error} title={core('notLoaded')} onRetry={() => void refetch()} />
  if (rows === undefined) return <Skeleton height={96} role="status" aria-label={core('loading')} />
  const here = warehouses
    .map(({ id, name }) => ({
      ...{ id, name },
      figures: figuresOf(
        [product],
        rows.filter(({ warehouseId }) => warehouseId === id),
      ).get(productId)!,
    }))
    .filter(({ figures }) => (figures.onHand ?? figures.available) !== 0 || (figures.reserved ?? 0) !== 0)
  if (here.length === 0) return <Text fw={600}>{say('nowhere')}</Text>
  return (
    <>
      <FigureTable
        label={say('stockByWarehouse')}
        heads={[say('warehouse'), say('onHand'), say('reserved'), say('available')]}
        figuresFrom={1}
      >
        <tbody>
          {here.map(({ id, name, figures }) => (
            <tr key={id}>
              <td>{name}</td>
              <td data-end>{quantity(figures.onHand)}</td>
              <td data-end>{quantity(figures.reserved)}</td>
              <td data-end>{quantity(figures.available)}</td>
            </tr>
          ))}
        </tbody>
      </FigureTable>
      {product.kind !== 'bundle' && <Lots productId={productId} uom={product.uom} />}
    </>
  )
}

function Lots({ productId, uom }: { readonly productId: string; readonly uom: string | null }) {
  const say = useWords('floor')
  const { items } = useList('lots', { productId, open: true, limit: LOTS })
  const { record: warehouses = [] } = useAll('warehouses')
  if (items.length === 0) return null
  // If the user may not see costs, the response contains none.
  const hasCosts = items.some(({ unitCost }) => unitCost !== undefined)
  const heads = [say('lotOf'), say('warehouse'), say('lotLeft'), ...(hasCosts ? [say('unitCost')] : [])]
  return (
    <FigureTable label={say('lots')} heads={heads} figuresFrom={2}>
      <tbody>
        {items.map(({ id, receivedAt, warehouseId, remaining, unitCost }) => (
          <tr key={id}>
            <td>{day(receivedAt)}</td>
            <td>{warehouses.find((one) => one.id === warehouseId)?.name}</td>
            <td data-end>{quantity(remaining, uom)}</td>
            {hasCosts && <td data-end>{money(unitCost)}</td>}
          </tr>
        ))}
      </tbody>
    </FigureTable>
  )
}
