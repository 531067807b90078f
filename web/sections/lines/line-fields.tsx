/**
 * The fields for the lines of a form, usable by typing or scanning. The user enters a product, presses Enter, types the
 * quantity, presses Enter, and continues with the next line.
 */
import { Group, Stack, Text } from '@mantine/core'
import { type RefObject, useEffect, useRef, useState } from 'react'
import type { Product } from '../../../sdk/types.ts'
import { Heading } from '../../components/facts.tsx'
import { useScans } from '../../components/scanner.ts'
import { toast } from '../../components/toast.tsx'
import { times } from '../../data/amounts.ts'
import { useFigures } from '../../data/stock.ts'
import { typed as figure } from '../../words/format.ts'
import { useWords } from '../../words/words.ts'
import type { GivenLine } from './given-lines.ts'
import type { LineParts } from './line-parts.ts'
import { LineRow } from './line-row.tsx'
import { counted, scannedBefore } from './line-scans.ts'
import { useLinesFromTable } from './lines-from-table.tsx'
import { gathering, lookUp } from './look-ups.ts'
import { ProductEntry } from './product-entry.tsx'
import { isSought, newLine, type ProductLine, productsOf, readQuantity } from './product-line.ts'

export type EditLines<L extends ProductLine> = (lines: readonly L[]) => readonly L[]

/** Changes one line. The change is calculated from the latest state of the line. */
type PutLine<L extends ProductLine> = (key: string, changed: (line: L) => Partial<L>) => void

interface LineFieldsProps<L extends ProductLine> {
  readonly lines: readonly L[]
  readonly products: ReadonlyMap<string, Product>
  /** The id of the warehouse whose stock is shown; '' means all warehouses. */
  readonly warehouseId: string
  /**
   * Changes the lines. The argument is a function that edits the current lines, because responses can arrive between
   * two renders.
   */
  readonly onChange: (edit: EditLines<L>) => void
  readonly parts: LineParts<L>
  /** The field in which the user types the next line, for code that moves the focus there. */
  readonly entry?: RefObject<HTMLInputElement | null>
}

function addGiven<L extends ProductLine>({ parts, onChange }: LineFieldsProps<L>, lines: readonly GivenLine[]): void {
  const made = lines.map(({ product: { id, name }, quantity, price, discount }) =>
    parts.make(newLine({ text: name, productId: id, name, quantity }), price, discount),
  )
  onChange((now) => [...now, ...made])
}

/** The numbers that a line has besides the quantity, for each layout of the fields. */
const FIGURES = { plain: [], priced: ['price'], discounted: ['price', 'discount'] } as const
const HINTS = { plain: 'linesHint', priced: 'pricedLinesHint', discounted: 'discountedLinesHint' } as const

export function LineFields<L extends ProductLine>(props: LineFieldsProps<L>) {
  const { lines, products, warehouseId, onChange, parts } = props
  const say = useWords('lines')
  const own = useRef<HTMLInputElement>(null)
  const fromTable = useLinesFromTable({
    figures: FIGURES[parts.layout ?? 'plain'],
    onLines: (given) => addGiven(props, given),
  })
  const entry = props.entry ?? own
  const section = useRef<HTMLElement>(null)
  const [focused, setFocused] = useState<string | null>(null)
  const put: PutLine<L> = (key, changed) =>
    onChange((now) => now.map((one) => (one.key === key ? { ...one, ...changed(one) } : one)))
  const add = (given: Partial<ProductLine>) => {
    const line = parts.make(newLine(given))
    onChange((now) => [...now, line])
    setFocused(line.key)
  }
  const next = () => {
    setFocused(null)
    entry.current?.focus()
  }
  const scan = useLineScans(props, (key) => {
    // If the user scans while the focus is elsewhere, for example in an address field, the focus stays there.
    if (section.current?.contains(document.activeElement) === true) setFocused(key)
  })
  useLookUps(lines, put as unknown as PutLine<ProductLine>)
  const figures = useFigures(
    productsOf(lines).flatMap((id) => products.get(id) ?? []),
    warehouseId || undefined,
  )
  return (
    <section ref={section}>
      <Group justify="space-between" align="flex-start">
        <Heading text={say('lines')} />
        {fromTable.button}
      </Group>
      <Text size="xs" c="dimmed" mb={8}>
        {parts.hint ?? say(HINTS[parts.layout ?? 'plain'])}
      </Text>
      <Stack gap={0}>
        {lines.map((line, index) => (
          <LineRow
            key={line.key}
            parts={parts}
            isFocused={focused === line.key}
            error={parts.errorOf(index)}
            warning={parts.warningOf?.(line) ?? null}
            about={parts.aboutOf?.(line)}
            editing={{
              line,
              index,
              product: products.get(line.productId ?? ''),
              figures: figures.get(line.productId ?? ''),
              change: (changed) => put(line.key, () => changed),
              next,
              scan,
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
        onText={(text) => add({ text, scans: 1 })}
        onTable={fromTable.paste}
      />
      {fromTable.dialog}
    </section>
  )
}

/** A hook that accepts scans wherever the focus is. Returns a function that accepts a code from another source. */
function useLineScans<L extends ProductLine>(
  props: LineFieldsProps<L>,
  onLine: (key: string) => void,
): (code: string) => void {
  const { onChange, parts } = props
  const say = useWords('lines')
  const latest = useRef(props)
  latest.current = props
  const scan = (code: string, takeBack?: (undo: () => void) => void) => {
    // Rows that were not rendered again may call an older copy of this function, so read the latest props.
    const { lines, products } = latest.current
    const before = scannedBefore(lines, code)
    if (before !== null) return toast(say('scannedBefore', { serial: before.serial! }))
    const fresh = parts.make(newLine({ text: code, scans: 1 }))
    let key = fresh.key
    const was = new Map(lines.map((line) => [line.key, line]))
    onChange((now) => {
      const after = counted(now, { code, fresh, products, typed: figure })
      key = after.key
      return after.lines
    })
    onLine(key)
    takeBack?.(() => onChange((now) => now.flatMap((line) => (line.key !== key ? line : (was.get(key) ?? [])))))
  }
  useScans({ onCode: scan, onTail: () => toast(say('tailScanned')) })
  return scan
}

/** A hook that looks up codes that were entered before their product was known. This also happens after a reload. */
function useLookUps(lines: readonly ProductLine[], put: PutLine<ProductLine>): void {
  const asked = useRef(new Set<string>())
  const latest = useRef(put)
  latest.current = put
  const [gather] = useState(gathering)
  useEffect(() => {
    for (const line of lines) {
      const { key, text } = line
      if (!isSought(line) || asked.current.has(key)) continue
      asked.current.add(key)
      const take = async () => {
        const { products, count } = await lookUp(text)
        const [only] = products
        gather(() => {
          if (only !== undefined && products.length === 1)
            latest.current(key, ({ quantity, scans }) => ({
              productId: only.id,
              name: only.name,
              // Count each scan made during the look-up, but keep a quantity that the user typed.
              ...(readQuantity(quantity) === scans && { quantity: figure(times(scans, count)) }),
            }))
          else latest.current(key, () => ({ candidates: products.map(({ id, name }) => ({ id, name })) }))
        })
      }
      // Offline, the product of the line stays unknown. It is looked up after the next change.
      take().catch(() => asked.current.delete(key))
    }
  }, [lines, gather])
}
