/** One line that is being typed: what it is of, its figures, and how it is taken out. */
import { ActionIcon, NativeSelect, Text, TextInput } from '@mantine/core'
import { type KeyboardEvent, type RefObject, useEffect, useRef } from 'react'
import type { Product } from '../../../sdk/types.ts'
import { IconTrash } from '../../components/icons.ts'
import { typed as figure } from '../../words/format.ts'
import { useWords } from '../../words/words.ts'
import { availability } from './availability.ts'
import type { LineEditing, LineParts } from './line-fields.tsx'
import classes from './lines.module.css'
import { type ProductLine, readQuantity } from './product-line.ts'

const THOUSANDTHS = 1_000
/** So many digits are no quantity but the next scan. */
const SCANNED = /^\d{7,}$/

interface LineRowProps<L extends ProductLine> {
  readonly editing: LineEditing<L>
  readonly parts: LineParts<L>
  readonly isFocused: boolean
  readonly onRemove: () => void
}

export function LineRow<L extends ProductLine>({ editing, parts, isFocused, onRemove }: LineRowProps<L>) {
  const say = useWords('lines')
  const { line, index } = editing
  const field = useRef<HTMLInputElement>(null)
  const second = useRef<HTMLInputElement>(null)
  const name = line.name || line.text
  const counting = useCounting(editing, field)
  useEffect(() => {
    if (!isFocused) return
    field.current?.focus()
    field.current?.select()
  }, [isFocused])
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    if (counting.takeScan()) return
    if (second.current === null) editing.next()
    else second.current.focus()
  }
  const isWrong = readQuantity(line.quantity) === null && !SCANNED.test(line.quantity)
  return (
    <div className={classes.line} data-priced={parts.second !== undefined || undefined}>
      <div className={classes.lineName}>
        <div>{name}</div>
        <LineHint editing={editing} warning={parts.warningOf?.(line) ?? null} />
        {parts.more?.(editing)}
      </div>
      <TextInput
        ref={field}
        size="sm"
        className={classes.lineQuantity}
        inputMode="decimal"
        autoComplete="off"
        aria-label={say('lineQuantity', { name })}
        value={line.quantity}
        error={parts.errorOf(index) ?? (isWrong ? say('badQuantity') : undefined)}
        onFocus={(event) => {
          counting.begin()
          event.currentTarget.select()
        }}
        onKeyDown={onKeyDown}
        onChange={(event) => editing.change({ quantity: event.currentTarget.value } as Partial<L>)}
      />
      {parts.second?.(editing, second)}
      <div className={classes.lineAmount}>{parts.amount(editing)}</div>
      <ActionIcon
        className={classes.remove}
        variant="subtle"
        color="gray"
        size={36}
        aria-label={say('removeLine', { name })}
        onClick={onRemove}
      >
        <IconTrash size={16} aria-hidden />
      </ActionIcon>
    </div>
  )
}

/** A scanner goes on in the field of the quantity: the same code counts up, another one is the next line. */
function useCounting<L extends ProductLine>(editing: LineEditing<L>, field: RefObject<HTMLInputElement | null>) {
  const { line, product, change, scan } = editing
  /** Before the scan was typed over it. */
  const settled = useRef(1)
  const isCounted = useRef(false)
  // What the next scan types takes the place of the figure.
  useEffect(() => {
    if (isCounted.current && line.quantity !== '') field.current?.select()
    isCounted.current = false
  }, [line.quantity, field])
  const begin = () => {
    settled.current = readQuantity(line.quantity) ?? 1
  }
  const takeScan = () => {
    const typed = line.quantity.trim()
    if (!SCANNED.test(typed)) return false
    const pieces = piecesOf(typed, line, product)
    if (pieces !== null) {
      settled.current = Math.round((settled.current + pieces) * THOUSANDTHS) / THOUSANDTHS
      isCounted.current = true
    }
    change({ quantity: figure(settled.current) } as Partial<L>)
    if (pieces === null) scan(typed)
    return true
  }
  return { begin, takeScan }
}

/** How many of the line's own product a code stands for; null: it is of something else. */
function piecesOf(code: string, { text }: ProductLine, product: Product | undefined): number | null {
  const pack = product?.packages.find(({ barcode }) => barcode === code)
  if (pack !== undefined) return pack.quantity
  return code === text || product?.barcodes.includes(code) === true ? 1 : null
}

interface LineHintProps<L extends ProductLine> {
  readonly editing: LineEditing<L>
  readonly warning: string | null
}

/** What there is of it, or why it is not known which product it is. */
function LineHint<L extends ProductLine>({ editing, warning }: LineHintProps<L>) {
  const say = useWords('lines')
  const { line, product, figures, change } = editing
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
          if (chosen !== undefined) change({ productId: chosen.id, name: chosen.name } as Partial<L>)
        }}
      />
    )
  if (warning !== null)
    return (
      <Text size="xs" c="red" role="status">
        {warning}
      </Text>
    )
  return (
    <Text size="xs" c="dimmed">
      {[product?.sku, availability(say, product, figures)].filter(Boolean).join(' · ')}
    </Text>
  )
}
