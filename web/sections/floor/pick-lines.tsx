/**
 * The lines of an order that is being picked: how much is needed, how much there is according to the books, and how
 * much is not on the shelf.
 */
import { Button, UnstyledButton } from '@mantine/core'
import { useState } from 'react'
import type { Order } from '../../../sdk/types.ts'
import { milli, plus } from '../../data/amounts.ts'
import { useRecords } from '../../data/lists.ts'
import { useFigures } from '../../data/stock.ts'
import { labelText } from '../../parts/label-text.ts'
import { quantity } from '../../words/format.ts'
import { useWords } from '../../words/words.ts'
import classes from './floor.module.css'
import { QuantityField } from './lines.tsx'
import { isDone, type PickLine } from './pick-state.ts'

interface PickLinesProps {
  readonly lines: readonly PickLine[]
  /** The order as the service has it; undefined without a connection. */
  readonly order: Order | undefined
  readonly onPicked: (productId: string, picked: number) => void
  /** Called with the quantity of a line that is not on the shelf; 0 means that the goods were found. */
  readonly onAbsent: (line: PickLine, quantity: number) => void
}

/** The list of the order's lines. Lines that are still to be picked come first. */
export function PickLines({ lines, order, onPicked, onAbsent }: PickLinesProps) {
  const say = useWords('floor')
  const [open, setOpen] = useState<string | null>(null)
  const products = useRecords('products', order === undefined ? [] : lines.map(({ productId }) => productId))
  const figures = useFigures([...products.values()], order?.warehouseId)
  const sorted = [...lines.filter((one) => !isDone(one)), ...lines.filter(isDone)]
  const absentOf = (id: string) => order?.absent?.find(({ productId }) => productId === id)
  return (
    <ul className={classes.rows} aria-label={say('lines')}>
      {sorted.map((one) => {
        const { productId, uom } = one
        const absent = absentOf(productId)
        return (
          <li key={productId} className={classes.line} data-state={isDone(one) ? 'done' : 'known'}>
            <UnstyledButton
              className={classes.lineHead}
              aria-expanded={open === productId}
              onClick={() => setOpen((before) => (before === productId ? null : productId))}
            >
              <span className={classes.lineName}>
                {one.name}
                <PickNote line={one} onHand={figures.get(productId)?.onHand ?? null} />
                {absent !== undefined && (
                  <span className={classes.warning}>
                    {say('absentBy', { quantity: quantity(absent.quantity, uom), name: absent.by.name })}
                  </span>
                )}
              </span>
              <span className={classes.lineQuantity}>
                {isDone(one) && <span className={classes.mark}>{say('done')} </span>}
                {say('pickedOf', { picked: quantity(one.picked), needed: quantity(one.needed, uom) })}
              </span>
            </UnstyledButton>
            {open === productId && (
              <LineFields
                line={one}
                isAbsent={absent !== undefined}
                onPicked={(picked) => onPicked(productId, picked)}
                onAbsent={(missing) => onAbsent(one, missing)}
              />
            )}
          </li>
        )
      })}
    </ul>
  )
}

interface LineFieldsProps {
  readonly line: PickLine
  readonly isAbsent: boolean
  readonly onPicked: (picked: number) => void
  readonly onAbsent: (quantity: number) => void
}

function LineFields({ line, isAbsent, onPicked, onAbsent }: LineFieldsProps) {
  const say = useWords('floor')
  const { name, uom, picked, needed } = line
  return (
    <>
      <div className={classes.lineFields}>
        <QuantityField label={say('pickedQuantity', { name })} value={picked} unit={uom} onChange={onPicked} />
        <Button size="lg" variant="default" onClick={() => onPicked(needed)}>
          {say('pickAll')}
        </Button>
        <Button size="lg" variant="default" onClick={() => onPicked(0)}>
          {say('pickNone')}
        </Button>
      </div>
      {(isAbsent || milli(picked) < milli(needed)) && (
        <div className={classes.lineFields}>
          <Button size="lg" variant="default" fullWidth onClick={() => onAbsent(isAbsent ? 0 : plus(needed, -picked))}>
            {say(isAbsent ? 'wasFound' : 'notOnShelf')}
          </Button>
        </div>
      )}
    </>
  )
}

interface PickNoteProps {
  readonly line: PickLine
  /** The quantity in stock according to the books; null while it is not known. */
  readonly onHand: number | null
}

function PickNote({ line: { sku, uom, labels }, onHand }: PickNoteProps) {
  const say = useWords('floor')
  const core = useWords('core')
  const here = onHand === null ? null : say('onHandHere', { quantity: quantity(onHand, uom) })
  const told = [sku, here, labelText(core, labels)].filter(Boolean).join(' · ')
  return told === '' ? null : <span className={classes.note}>{told}</span>
}
