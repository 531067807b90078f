/**
 * Looks up many codes at once: a few requests run at a time, and their results are applied together, so that 500 lines
 * do not cause 500 renders.
 */
import type { Meant } from '../../data/coded-products.ts'
import { findExactly, findMeant } from '../../data/product-codes.ts'

const AT_ONCE = 6
const TOGETHER_MS = 100

let underWay = 0
const waiting: (() => void)[] = []

type Find = (text: string) => Promise<Meant>

/**
 * Returns a function that looks up the product to which a text refers. Only a few look-ups run at a time, and a text
 * that is already being looked up is not requested twice.
 */
function lookingUp(find: Find): Find {
  const open = new Map<string, Promise<Meant>>()
  return (text) => {
    const asked = open.get(text) ?? inTurn(text, find).finally(() => open.delete(text))
    open.set(text, asked)
    return asked
  }
}

/** Looks up a code or a part of a name. */
export const lookUp = lookingUp(findMeant)
/** Looks up a complete code. Ignores products whose code is longer, or whose name contains the text. */
export const lookUpCode = lookingUp(findExactly)

async function inTurn(text: string, find: Find): Promise<Meant> {
  if (underWay >= AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve))
  else underWay += 1
  try {
    return await find(text)
  } finally {
    const next = waiting.shift()
    if (next === undefined) underWay -= 1
    else next()
  }
}

/** Returns a function that collects actions for a short time and then runs all of them together. */
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
