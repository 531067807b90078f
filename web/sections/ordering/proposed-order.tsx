/** The order proposed for one supplier and one warehouse. The user can leave rows out and change quantities. */
import { Alert, NativeSelect, Text } from '@mantine/core'
import { FigureTable } from '../../components/facts.tsx'
import { useAll } from '../../data/lists.ts'
import { quantity as shown } from '../../words/format.ts'
import { type Say, useWords } from '../../words/words.ts'
import classes from './ordering.module.css'
import { type Changed, keyOf, type Proposed, type ProposedGroup, quantityOf } from './proposed.ts'
import { ProposedRow } from './proposed-row.tsx'

interface OrderProps {
  readonly group: ProposedGroup
  readonly changed: Changed
  readonly mayOrder: boolean
  /** The message that says why the service refused the order; undefined if it did not. */
  readonly refused: string | undefined
  readonly onChange: (parts: Partial<Changed>) => void
}

export function ProposedOrder({ group, changed, mayOrder, refused, onChange }: OrderProps) {
  const say = useWords('purchasing')
  const { supplierId, supplier, warehouse, rows } = group
  const name = supplier ?? say('noSupplier')
  const isOrdered = mayOrder && supplierId !== null
  return (
    <section aria-label={[name, warehouse].filter(Boolean).join(', ')}>
      <div className={classes.head}>
        <div>
          <Text component="h2" fw={600} fz={16}>
            {name}
          </Text>
          <Text size="sm" c="dimmed">
            {supplierId === null ? say('noSupplierText') : (warehouse ?? say('allWarehouses'))}
          </Text>
        </div>
        {isOrdered && <PlaceField group={group} changed={changed} onChange={onChange} />}
      </div>
      {refused !== undefined && (
        <Alert color="red" mb="xs" role="alert">
          {refused}
        </Alert>
      )}
      <FigureTable
        label={name}
        heads={[say('product'), say('available'), say('ordered'), say('toOrder')]}
        figuresFrom={1}
        wide={[say('available'), say('ordered')]}
      >
        <tbody>
          {rows.map((row) => (
            <OrderRow key={keyOf(row)} row={row} changed={changed} isOrdered={isOrdered} onChange={onChange} />
          ))}
        </tbody>
      </FigureTable>
    </section>
  )
}

type PlaceProps = Pick<OrderProps, 'group' | 'changed' | 'onChange'>

/** A field for the warehouse to which an order is delivered, if its rows are about all warehouses together. */
function PlaceField({ group: { id, warehouseId }, changed: { places }, onChange }: PlaceProps) {
  const say = useWords('purchasing')
  const { record: warehouses = [] } = useAll('warehouses')
  const active = warehouses.filter(({ archived }) => !archived)
  if (warehouseId !== null || active.length < 2) return null
  return (
    <NativeSelect
      size="xs"
      label={say('deliverTo')}
      value={places[id] ?? ''}
      data={[{ value: '', label: say('notChosen') }, ...active.map((one) => ({ value: one.id, label: one.name }))]}
      onChange={(event) => onChange({ places: { ...places, [id]: event.currentTarget.value } })}
    />
  )
}

interface RowProps {
  readonly row: Proposed
  readonly changed: Changed
  readonly isOrdered: boolean
  readonly onChange: (parts: Partial<Changed>) => void
}

function OrderRow({ row, changed, isOrdered, onChange }: RowProps) {
  const say = useWords('purchasing')
  return (
    <ProposedRow
      row={row}
      of={keyOf(row)}
      changed={changed}
      mayChange={isOrdered}
      isWrong={quantityOf(row, changed) === null}
      labels={{
        choose: say('orderProduct', { name: row.product }),
        quantity: say('quantityOf', { name: row.product }),
      }}
      reason={reasonOf(say, row)}
      before={[row.available, row.ordered]}
      onChange={onChange}
    />
  )
}

/** Returns a sentence that explains why a product is proposed, and why in this quantity. */
function reasonOf(say: Say<'purchasing'>, row: Proposed): string {
  const { reason, position, level, target, sold, daysInStock, soldPerDay, leadDays, safetyDays } = row
  const figures = { position: shown(position), level: shown(level), target: shown(target) }
  const why =
    reason === 'minimum'
      ? say('why-minimum', figures)
      : say('why-sales', {
          ...figures,
          ...{ rate: shown(soldPerDay), sold: shown(sold), days: daysInStock, until: leadDays + safetyDays },
        })
  const packs = row.packQuantity === null ? '' : say('why-pack', { pack: shown(row.packQuantity) })
  const least = row.minQuantity === null ? '' : say('why-least', { least: shown(row.minQuantity) })
  const moved = row.transferable === 0 ? '' : say('why-moved', { moved: shown(row.transferable) })
  return [why, moved, packs, least].filter(Boolean).join(' ')
}
