/** Finds the product that each line of a table refers to. */
import { useEffect, useRef, useState } from 'react'
import type { Product } from '../../../sdk/types.ts'
import { meantExactly } from '../../data/coded-products.ts'
import { gathering, lookUp, lookUpCode } from './look-ups.ts'
import type { TableLine } from './table-lines.ts'

/**
 * The products that a line of a table may refer to. The product is certain if `isExact` is true and there is only one.
 * Otherwise the user chooses.
 */
export interface FoundLine {
  readonly products: readonly Product[]
  /** Whether the text of the line is the complete code or name of each of these products, and not only a part of it. */
  readonly isExact: boolean
  /** The code that is enough to identify the product; null if there is none. */
  readonly code: string | null
  /** How many units the code stands for: more than one if it is the code of a package. */
  readonly count: number
}

const NOTHING: FoundLine = { products: [], isExact: false, code: null, count: 1 }

export const productIn = ({ products, isExact }: FoundLine): Product | null =>
  isExact && products.length === 1 ? products[0]! : null

const folded = (name: string) => name.toLowerCase().replaceAll('ё', 'е').replace(/\s+/g, ' ').trim()

/**
 * Returns the texts of a line that identify its product, as one string. Lines with equal strings are looked up only
 * once.
 */
const textsOf = ({ codes, text, name }: TableLine) => JSON.stringify([codes, text, name])

/**
 * Finds the product of a line by its codes, or by its name if none of the codes is known. If the codes belong to
 * several products, the name decides between them; if it does not, returns all of them.
 */
async function findLine({ codes, text, name }: TableLine): Promise<FoundLine> {
  const coded = await findCodes(codes)
  if (coded.products.length > 0) return decidedBy(name, coded)
  if (text !== '') {
    const { products } = await lookUp(text)
    const exact = meantExactly(text, products)
    if (exact.products.length > 0) return decidedBy(name, { ...exact, isExact: true, code: text })
    if (products.length > 0) return named(products, text)
  }
  return name === '' ? NOTHING : named((await lookUp(name)).products, name)
}

/** If several products share a code, chooses between them by name. */
function decidedBy(name: string, found: FoundLine): FoundLine {
  if (found.products.length === 1) return found
  const called = found.products.filter((product) => folded(product.name) === folded(name))
  return { ...found, products: called.length === 1 ? called : found.products, code: null, count: 1 }
}

/** Finds the products with the given codes. Skips a code that belongs to a product already found. */
async function findCodes(codes: readonly string[]): Promise<FoundLine> {
  let found: FoundLine = { ...NOTHING, isExact: true }
  for (const code of codes) {
    if (meantExactly(code, found.products).products.length > 0) continue
    const { products, count } = await lookUpCode(code)
    if (products.length === 0) continue
    const isFirst = found.products.length === 0
    found = isFirst ? { ...found, products, code, count } : { ...found, products: [...found.products, ...products] }
  }
  return found
}

/**
 * Returns the products with exactly this name. If there are none, returns all the products, so that the user can
 * choose.
 */
function named(products: readonly Product[], name: string): FoundLine {
  const exact = products.filter((product) => folded(product.name) === folded(name))
  return { ...NOTHING, products: exact.length > 0 ? exact : products, isExact: exact.length > 0 }
}

interface FoundLines {
  /** Returns the products that a line may refer to; undefined while the line is being looked up. */
  of(line: TableLine): FoundLine | undefined
  /** Why some lines could not be looked up; null if there was no failure. */
  readonly failure: Error | null
  retry(): void
}

/** A hook that looks up the products of lines, a few at a time. */
export function useFoundLines(lines: readonly TableLine[]): FoundLines {
  const [found, setFound] = useState<ReadonlyMap<string, FoundLine>>(new Map())
  const [failure, setFailure] = useState<Error | null>(null)
  const asked = useRef(new Set<string>())
  const [gather] = useState(gathering)
  const gathered = useRef<[string, FoundLine][]>([])
  useEffect(() => {
    if (failure !== null) return
    const take = async (line: TableLine, texts: string) => {
      try {
        const one = await findLine(line)
        gathered.current.push([texts, one])
        gather(() => {
          if (gathered.current.length === 0) return
          const more = gathered.current
          gathered.current = []
          setFound((before) => new Map([...before, ...more]))
        })
      } catch (error) {
        asked.current.delete(texts)
        setFailure(error as Error)
      }
    }
    for (const line of lines) {
      const texts = textsOf(line)
      if (asked.current.has(texts)) continue
      asked.current.add(texts)
      void take(line, texts)
    }
  }, [lines, failure, gather])
  return { of: (line) => found.get(textsOf(line)), failure, retry: () => setFailure(null) }
}
