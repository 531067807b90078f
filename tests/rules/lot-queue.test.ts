/**
 * Checks that lots stay sorted, oldest first, whatever is added and removed, and that the queue finds a lot without
 * scanning thousands of others.
 */
import { expect, test } from 'vitest'
import type { Milli, Minor } from '../../amounts/quantity.ts'
import { LotQueue } from '../../server/domain/lot-queue.ts'
import { drawOldestFirst, MAX_DRAWN_LOTS } from '../../server/domain/lots.ts'
import type { Lot } from '../../server/domain/records.ts'
import { createChance } from '../support/chance/chance.ts'

function lotOf(id: number, receivedAt: number): Lot {
  return {
    id: String(id).padStart(6, '0'),
    receivedAt: String(receivedAt).padStart(6, '0'),
    remaining: 1_000 as Milli,
    unitCost: 100 as Minor,
  } as Lot
}

const inOrder = (lots: readonly Lot[]) =>
  lots.toSorted((a, b) => (`${a.receivedAt} ${a.id}` < `${b.receivedAt} ${b.id}` ? -1 : 1)).map(({ id }) => id)

test('a queue of lots stays sorted by receivedAt and then id, whichever lots are added and removed', () => {
  const chance = createChance(20_261_122)
  const queue = new LotQueue()
  const there = new Map<string, Lot>()
  for (let step = 0; step < 6_000; step += 1) {
    const known = there.size > 0 && chance.happens(0.45) ? chance.pick([...there.values()]) : null
    if (known !== null && chance.happens(0.7)) {
      queue.remove(known)
      there.delete(known.id)
    } else {
      const lot = known === null ? lotOf(step, chance.below(500)) : { ...known, remaining: 1 as Milli }
      queue.put(lot)
      there.set(lot.id, lot)
    }
    if (step % 500 > 0) continue
    expect([...queue].map(({ id }) => id)).toEqual(inOrder([...there.values()]))
    for (const lot of queue) expect(lot).toBe(there.get(lot.id))
  }
  const skipped = chance.below(there.size)
  expect([...queue.after(skipped)]).toEqual([...queue].slice(skipped))
  for (const lot of there.values()) queue.remove(lot)
  expect(queue.isEmpty).toBe(true)
})

test('putting 20,000 older lots in front of a queue and removing them does not scan all lots each time', () => {
  const count = 20_000
  const queue = new LotQueue()
  let looks = 0
  const seen = (lot: Lot) =>
    Object.defineProperty(lot, 'receivedAt', {
      get() {
        looks += 1
        return '000001'
      },
    })
  for (let id = 0; id < count; id += 1) queue.put(seen(lotOf(count + id, 1)))
  const older = Array.from({ length: count }, (_, id) => seen(lotOf(id, 1)))
  for (const lot of older) queue.put(lot)
  for (const lot of older) queue.remove(lot)
  // Each comparison reads two lots, and each lot takes about twenty comparisons.
  expect(looks).toBeLessThan(3 * count * 80)
  expect([...queue]).toHaveLength(count)
})

const DRAWING = { revision: 1, view: 'full' } as const

test('one command can draw from at most 20,000 lots', () => {
  const lots = Array.from({ length: MAX_DRAWN_LOTS + 1 }, (_, id) => lotOf(id, id))
  expect(MAX_DRAWN_LOTS).toBe(20_000)
  expect(drawOldestFirst(lots, (MAX_DRAWN_LOTS * 1_000) as Milli, DRAWING).draws).toHaveLength(MAX_DRAWN_LOTS)
  expect(() => drawOldestFirst(lots, (MAX_DRAWN_LOTS * 1_000 + 1) as Milli, DRAWING)).toThrow(
    'The body: would draw from more than 20,000 lots, the limit for one command: draw them in parts.',
  )
})
