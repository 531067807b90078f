/**
 * Looks up many codes at once: a few requests run at a time, and their results are applied together, so that 500 lines
 * do not cause 500 renders.
 */
import type { Meant } from '../../data/coded-products.ts'
import { findMeant } from '../../data/product-codes.ts'

const AT_ONCE = 6
const TOGETHER_MS = 100

let underWay = 0
const waiting: (() => void)[] = []

/** Look-ups in progress, by text. */
const open = new Map<string, Promise<Meant>>()

/**
 * Returns the product that a text means. Waits for a free slot; a text already being looked up is not requested twice.
 */
export function lookUp(text: string): Promise<Meant> {
  const asked = open.get(text) ?? inTurn(text).finally(() => open.delete(text))
  open.set(text, asked)
  return asked
}

async function inTurn(text: string): Promise<Meant> {
  if (underWay >= AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve))
  else underWay += 1
  try {
    return await findMeant(text)
  } finally {
    const next = waiting.shift()
    if (next === undefined) underWay -= 1
    else next()
  }
}

/** Returns a function that collects actions for a short time and then runs them together. */
export function gathering(): (deed: () => void) => void {
  let deeds: (() => void)[] = []
  return (deed) => {
    deeds.push(deed)
    if (deeds.length > 1) return
    setTimeout(() => {
      const all = deeds
      deeds = []
      for (const one of all) one()
    }, TOGETHER_MS)
  }
}
