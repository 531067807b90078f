/** The lines of a form that is typed or scanned: scan or type, Enter, quantity, Enter, the next one. */
import { Stack, Text } from '@mantine/core'
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import type { Product } from '../../../sdk/types.ts'
import { Heading } from '../../components/facts.tsx'
import { findMeant } from '../../data/product-codes.ts'
import { type Figures, useFigures } from '../../data/stock.ts'
import { typed as figure } from '../../words/format.ts'
import { useWords } from '../../words/words.ts'
import { LineRow } from './line-row.tsx'
import { ProductEntry } from './product-entry.tsx'
import { newLine, type ProductLine, productsOf } from './product-line.ts'

/** One line while it is edited. */
export interface LineEditing<L extends ProductLine> {
  readonly line: L
  readonly index: number
  readonly product: Product | undefined
  readonly figures: Figures | undefined
  change(parts: Partial<L>): void
  /** To where the next line is typed. */
  next(): void
  /** What was scanned instead of a figure becomes the next line. */
  scan(text: string): void
}

export interface LineParts<L extends ProductLine> {
  /** What an empty line has beside its product and its quantity. */
  readonly make: (line: ProductLine) => L
  /** What is wrong with a line, or with its quantity. */
  readonly errorOf: (index: number) => string | undefined
  /** Said in red in the place of what there is of the product. */
  readonly warningOf?: (line: L) => string | null
  /** Below the name. */
  readonly more?: (editing: LineEditing<L>) => ReactNode
  /** A second figure such as a price; Enter in the quantity goes there. */
  readonly second?: (editing: LineEditing<L>, ref: RefObject<HTMLInputElement | null>) => ReactNode
  readonly amount: (editing: LineEditing<L>) => ReactNode
}

export type EditLines<L extends ProductLine> = (lines: readonly L[]) => readonly L[]

interface LineFieldsProps<L extends ProductLine> {
  readonly lines: readonly L[]
  readonly products: ReadonlyMap<string, Product>
  /** '' is all of them. */
  readonly warehouseId: string
  /** Gets what to do with the lines of then: answers come between two drawings. */
  readonly onChange: (edit: EditLines<L>) => void
  readonly parts: LineParts<L>
}

export function LineFields<L extends ProductLine>(props: LineFieldsProps<L>) {
  const { lines, products, warehouseId, onChange, parts } = props
  const say = useWords('lines')
  const entry = useRef<HTMLInputElement>(null)
  const [focused, setFocused] = useState<string | null>(null)
  const put = (key: string, changed: Partial<L>) =>
    onChange((now) => now.map((one) => (one.key === key ? { ...one, ...changed } : one)))
  const add = (given: Partial<ProductLine>) => {
    const line = parts.make(newLine(given))
    onChange((now) => [...now, line])
    setFocused(line.key)
  }
  const next = () => {
    setFocused(null)
    entry.current?.focus()
  }
  useLookUps(lines, put as (key: string, changed: Partial<ProductLine>) => void)
  const figures = useFigures(
    productsOf(lines).flatMap((id) => products.get(id) ?? []),
    warehouseId || undefined,
  )
  return (
    <section>
      <Heading text={say('lines')} />
      <Text size="xs" c="dimmed" mb={8}>
        {say(parts.second === undefined ? 'linesHint' : 'pricedLinesHint')}
      </Text>
      <Stack gap={0}>
        {lines.map((line, index) => (
          <LineRow
            key={line.key}
            parts={parts}
            isFocused={focused === line.key}
            editing={{
              line,
              index,
              product: products.get(line.productId ?? ''),
              figures: figures.get(line.productId ?? ''),
              change: (changed) => put(line.key, changed),
              next,
              scan: (text) => add({ text }),
            }}
            onRemove={() => {
              onChange((now) => now.filter(({ key }) => key !== line.key))
              entry.current?.focus()
            }}
          />
        ))}
      </Stack>
      <ProductEntry
        ref={entry}
        warehouseId={warehouseId}
        onFound={({ id, name }, text, count) => add({ text, productId: id, name, quantity: figure(count) })}
        onText={(text) => add({ text })}
      />
    </section>
  )
}

/** Looks for what was entered before it was known, also after a reload. */
function useLookUps(lines: readonly ProductLine[], put: (key: string, changed: Partial<ProductLine>) => void): void {
  const asked = useRef(new Set<string>())
  const latest = useRef(put)
  latest.current = put
  useEffect(() => {
    for (const { key, text, productId, candidates, quantity: typed } of lines) {
      if (productId !== null || candidates !== null || asked.current.has(key)) continue
      asked.current.add(key)
      const take = async () => {
        const { products, count } = await findMeant(text)
        const [only] = products
        if (only !== undefined && products.length === 1)
          latest.current(key, {
            productId: only.id,
            name: only.name,
            ...(count !== 1 && typed === '1' && { quantity: figure(count) }),
          })
        else latest.current(key, { candidates: products.map(({ id, name }) => ({ id, name })) })
      }
      // Without a connection it stays to be looked for, and is after the next change.
      take().catch(() => asked.current.delete(key))
    }
  }, [lines])
}
