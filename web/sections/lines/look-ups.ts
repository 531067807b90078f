/** Many look-ups at once: a few under way at a time, and what they find is taken over together, so that 500 lines do not draw the form 500 times. */
import type { Meant } from '../../data/coded-products.ts'
import { findMeant } from '../../data/product-codes.ts'

const AT_ONCE = 6
const TOGETHER_MS = 100

let underWay = 0
const waiting: (() => void)[] = []

/** What is looked up just now, by its text. */
const open = new Map<string, Promise<Meant>>()

/** The product that a text means; waits for its turn. A text that is looked up already is not asked twice. */
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

/** Does what it is given together with all that comes a moment later. */
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
