/** The lines of an order that is being typed: scan or type, Enter, quantity, Enter, the next one. */
import { ActionIcon, NativeSelect, Stack, Text, TextInput } from '@mantine/core'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import type { Product } from '../../../sdk/types.ts'
import { Heading } from '../../components/facts.tsx'
import { IconTrash } from '../../components/icons.ts'
import type { CommandForm } from '../../data/command.ts'
import { useRecords } from '../../data/lists.ts'
import { findMeant } from '../../data/product-codes.ts'
import { fieldFailure } from '../../data/refusals.ts'
import { demandOf, milli } from '../../data/shipping.ts'
import { type Figures, useFigures } from '../../data/stock.ts'
import { money, quantity } from '../../words/format.ts'
import { useWords } from '../../words/words.ts'
import { OrderEntry } from './order-entry.tsx'
import { availability } from './order-lines.tsx'
import { type LineValues, type OrderValues, priceOf, readQuantity } from './order-values.ts'
import classes from './orders.module.css'

const THOUSANDTHS = 1_000
/** So many digits are no quantity but the next scan. */
const SCANNED = /^\d{7,}$/

interface LineFieldsProps {
  readonly form: CommandForm<OrderValues, never>
  readonly products: ReadonlyMap<string, Product>
}

export function LineFields({ form, products }: LineFieldsProps) {
  const say = useWords('orders')
  const { values, failure } = form
  const { lines, warehouseId } = values
  const entry = useRef<HTMLInputElement>(null)
  const [focused, setFocused] = useState<string | null>(null)
  const latest = useRef(lines)
  latest.current = lines
  const change = (next: readonly LineValues[]) => {
    latest.current = next
    form.change({ lines: next })
  }
  const put = (key: string, parts: Partial<LineValues>) =>
    change(latest.current.map((one) => (one.key === key ? { ...one, ...parts } : one)))
  const add = (line: Partial<LineValues>) => {
    const key = crypto.randomUUID()
    const empty = { text: '', productId: null, name: '', candidates: null, quantity: '1' }
    change([...latest.current, { key, ...empty, ...line }])
    setFocused(key)
  }
  useLookUps(lines, put)
  const figures = useFigures(
    lines.flatMap(({ productId }) => products.get(productId ?? '') ?? []),
    warehouseId || undefined,
  )
  const shortage = useShortage(values, products)
  return (
    <section>
      <Heading text={say('lines')} />
      <Text size="xs" c="dimmed" mb={8}>
        {say('linesHint')}
      </Text>
      <Stack gap={0}>
        {lines.map((line, index) => (
          <LineRow
            key={line.key}
            line={line}
            product={products.get(line.productId ?? '')}
            figures={figures.get(line.productId ?? '')}
            shortage={shortage(line)}
            priceTypeId={values.priceTypeId}
            error={fieldFailure(failure, `/items/${index}`)}
            isFocused={focused === line.key}
            onChange={(parts) => put(line.key, parts)}
            onRemove={() => {
              change(latest.current.filter(({ key }) => key !== line.key))
              entry.current?.focus()
            }}
            onNext={() => {
              setFocused(null)
              entry.current?.focus()
            }}
            onScan={(text) => add({ text })}
          />
        ))}
      </Stack>
      <OrderEntry
        ref={entry}
        warehouseId={warehouseId}
        onFound={({ id, name }, text, count) => add({ text, productId: id, name, quantity: String(count) })}
        onText={(text) => add({ text })}
      />
    </section>
  )
}

/** Looks for what was entered before it was known, also after a reload. */
function useLookUps(lines: readonly LineValues[], put: (key: string, parts: Partial<LineValues>) => void): void {
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
            ...(count !== 1 && typed === '1' && { quantity: String(count) }),
          })
        else latest.current(key, { candidates: products.map(({ id, name }) => ({ id, name })) })
      }
      // Without a connection it stays to be looked for, and is after the next change.
      take().catch(() => asked.current.delete(key))
    }
  }, [lines])
}

/** Of a line: what is available and asked for, when all lines together take more than there is. */
function useShortage({ lines, warehouseId }: OrderValues, products: ReadonlyMap<string, Product>) {
  const known = lines.flatMap(({ productId, quantity: typed }) => {
    const product = products.get(productId ?? '')
    const amount = readQuantity(typed)
    if (product === undefined || amount === null) return []
    const components = product.kind === 'bundle' ? product.components : undefined
    return [{ productId: product.id, quantity: amount, components }]
  })
  const demand = demandOf(known, products)
  const sources = [...demand.keys()].map((id) => products.get(id) ?? ({ id, kind: 'product', components: [] } as never))
  const figures = useFigures(sources, warehouseId || undefined)
  const isShort = (id: string) => milli(figures.get(id)?.available ?? Number.POSITIVE_INFINITY) < (demand.get(id) ?? 0)
  return ({ productId }: LineValues): { available: number; asked: number } | null => {
    const product = products.get(productId ?? '')
    if (product === undefined || warehouseId === '') return null
    const of = product.kind === 'bundle' ? product.components.map((one) => one.productId) : [product.id]
    const short = of.find(isShort)
    if (short === undefined) return null
    return { available: figures.get(short)!.available, asked: demand.get(short)! / THOUSANDTHS }
  }
}

interface LineRowProps {
  readonly line: LineValues
  readonly product: Product | undefined
  readonly figures: Figures | undefined
  readonly shortage: { readonly available: number; readonly asked: number } | null
  readonly priceTypeId: string | null
  readonly error: string | undefined
  readonly isFocused: boolean
  readonly onChange: (parts: Partial<LineValues>) => void
  readonly onRemove: () => void
  readonly onNext: () => void
  readonly onScan: (text: string) => void
}

function LineRow(props: LineRowProps) {
  const say = useWords('orders')
  const { line, product, priceTypeId, error, isFocused, onChange, onRemove, onNext, onScan } = props
  const field = useRef<HTMLInputElement>(null)
  const name = line.name || line.text
  const amount = readQuantity(line.quantity)
  const price = product === undefined ? null : priceOf(product, priceTypeId)
  useEffect(() => {
    if (!isFocused) return
    field.current?.focus()
    field.current?.select()
  }, [isFocused])
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    const typed = line.quantity.trim()
    if (!SCANNED.test(typed)) return onNext()
    // A scanner went on to the next piece: the same one counts up, another one is the next line.
    onChange({ quantity: typed === line.text ? '2' : '1' })
    if (typed !== line.text) onScan(typed)
  }
  return (
    <div className={classes.line}>
      <div className={classes.lineName}>
        <div>{name}</div>
        <LineHint {...props} />
      </div>
      <TextInput
        ref={field}
        size="sm"
        className={classes.lineQuantity}
        inputMode="decimal"
        autoComplete="off"
        aria-label={say('lineQuantity', { name })}
        value={line.quantity}
        error={error ?? (amount === null && !SCANNED.test(line.quantity) ? say('badQuantity') : undefined)}
        onFocus={(event) => event.currentTarget.select()}
        onKeyDown={onKeyDown}
        onChange={(event) => onChange({ quantity: event.currentTarget.value })}
      />
      <div className={classes.lineAmount}>
        <div>{price === null || amount === null ? '' : money(Math.round(price * amount * 100) / 100)}</div>
        <Text size="xs" c="dimmed">
          {product === undefined ? '' : price === null ? say('noPrice') : money(price)}
        </Text>
      </div>
      <ActionIcon variant="subtle" color="gray" size={36} aria-label={say('removeLine', { name })} onClick={onRemove}>
        <IconTrash size={16} aria-hidden />
      </ActionIcon>
    </div>
  )
}

/** What there is of it, or why it is not known which product it is. */
function LineHint({ line, product, figures, shortage, onChange }: LineRowProps) {
  const say = useWords('orders')
  const { text, candidates, productId } = line
  if (productId === null && candidates === null)
    return (
      <Text size="xs" c="dimmed">
        {say('looking', { text })}
      </Text>
    )
  if (productId === null && candidates!.length === 0)
    return (
      <Text size="xs" c="red" role="alert">
        {say('notFound', { text })}
      </Text>
    )
  if (productId === null)
    return (
      <NativeSelect
        size="xs"
        aria-label={say('several', { text })}
        error={say('several', { text })}
        value=""
        data={[{ value: '', label: say('choose') }, ...candidates!.map(({ id, name }) => ({ value: id, label: name }))]}
        onChange={(event) => {
          const chosen = candidates!.find(({ id }) => id === event.currentTarget.value)
          if (chosen !== undefined) onChange({ productId: chosen.id, name: chosen.name })
        }}
      />
    )
  if (shortage !== null)
    return (
      <Text size="xs" c="red" role="status">
        {say('short', { available: quantity(shortage.available), asked: quantity(shortage.asked) })}
      </Text>
    )
  return (
    <>
      <Text size="xs" c="dimmed">
        {[product?.sku, availability(say, product, figures)].filter(Boolean).join(' · ')}
      </Text>
      {product?.kind === 'bundle' && <BundleParts product={product} />}
    </>
  )
}

function BundleParts({ product }: { readonly product: Product }) {
  const products = useRecords(
    'products',
    product.components.map(({ productId }) => productId),
  )
  return (
    <ul className={classes.components}>
      {product.components.map((one) => (
        <li key={one.productId}>
          {products.get(one.productId)?.name ?? '…'} × {quantity(one.quantity)}
        </li>
      ))}
    </ul>
  )
}
