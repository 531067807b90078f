/** One line of a form: its product, its numbers, and the button that removes it. */
import { ActionIcon, Button, Group, Text } from '@mantine/core'
import { type KeyboardEvent, memo, type RefObject, useEffect, useRef } from 'react'
import { isUnread, shownFigure } from '../../../spellings/figures.ts'
import { IconTrash } from '../../components/icons.ts'
import { NumberField } from '../../components/number-field.tsx'
import { labelText } from '../../parts/label-text.ts'
import { useLanguage, useWords } from '../../words/words.ts'
import { availability } from './availability.ts'
import type { LineEditing, LineParts } from './line-parts.ts'
import classes from './lines.module.css'
import { isSought, type ProductLine } from './product-line.ts'

/**
 * Matches text that is the code of the next item and not a quantity, however slowly it was entered: a letter followed
 * by digits, or seven or more digits.
 */
const CODE = /^\p{L}[^\s]*\d|^\d{7,}$/u

interface LineRowProps<L extends ProductLine> {
  readonly editing: LineEditing<L>
  readonly parts: LineParts<L>
  readonly isFocused: boolean
  readonly error: string | undefined
  readonly warning: string | null
  readonly about: readonly unknown[] | undefined
  readonly onRemove: () => void
}

/**
 * Memoized, because the user edits only one of many lines at a time. A row that is not rendered again has old
 * callbacks, so they read the latest lines when they are called.
 */
export const LineRow = memo(Row, isTheSame) as typeof Row

function isTheSame<L extends ProductLine>(before: LineRowProps<L>, now: LineRowProps<L>): boolean {
  const [was, is] = [before.editing, now.editing]
  return (
    areSame(before.about, now.about) &&
    areSame(
      [was.line, was.index, was.product, before.isFocused, before.error, before.warning],
      [is.line, is.index, is.product, now.isFocused, now.error, now.warning],
    ) &&
    JSON.stringify(was.figures) === JSON.stringify(is.figures)
  )
}

const areSame = (before: readonly unknown[] | undefined, now: readonly unknown[] | undefined) =>
  before !== undefined && now?.length === before.length && before.every((one, at) => one === now[at])

function Row<L extends ProductLine>({ editing, parts, isFocused, error, warning, onRemove }: LineRowProps<L>) {
  const say = useWords('lines')
  const { line } = editing
  const field = useRef<HTMLInputElement>(null)
  const second = useRef<HTMLInputElement>(null)
  const name = line.name || line.text
  const hasComma = useLanguage() === 'ru'
  /** The quantity before the user typed another one over it. */
  const settled = useRef(line.quantity)
  useSelected(field, isFocused, line.scans)
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    const typed = isUnread(line.quantity) ? shownFigure(line.quantity, { hasComma }).trim() : line.quantity
    if (CODE.test(typed)) {
      editing.change({ quantity: settled.current } as Partial<L>)
      return editing.scan(typed)
    }
    if (second.current === null) editing.next()
    else second.current.focus()
  }
  const isEmpty = line.quantity.trim() === ''
  return (
    <div className={classes.line} data-layout={parts.layout}>
      <div className={classes.lineName}>
        <div>{name}</div>
        <LineHint editing={editing} warning={warning} />
        <LabelHint line={line} />
        {parts.more?.(editing)}
      </div>
      <NumberField
        ref={field}
        size="sm"
        className={classes.lineQuantity}
        decimals={3}
        hasComma={hasComma}
        isPositive
        unit={editing.product?.uom ?? null}
        aria-label={say('lineQuantity', { name })}
        value={line.quantity}
        error={error ?? (isEmpty ? say('badQuantity') : undefined)}
        onFocus={(event) => {
          settled.current = line.quantity
          event.currentTarget.select()
        }}
        onKeyDown={onKeyDown}
        onChange={(quantity) => editing.change({ quantity } as Partial<L>)}
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

/** Selects the quantity so that typing replaces it: when the line gets focus, and when a scan raised the quantity. */
function useSelected(field: RefObject<HTMLInputElement | null>, isFocused: boolean, scans: number | undefined): void {
  useEffect(() => {
    if (!isFocused) return
    field.current?.focus()
    field.current?.select()
  }, [isFocused, field])
  useEffect(() => {
    if (scans !== undefined && document.activeElement === field.current) field.current?.select()
  }, [scans, field])
}

function LabelHint({ line: { labels } }: { readonly line: ProductLine }) {
  const told = labelText(useWords('core'), labels)
  return told === '' ? null : (
    <Text size="xs" c="dimmed">
      {told}
    </Text>
  )
}

interface LineHintProps<L extends ProductLine> {
  readonly editing: LineEditing<L>
  readonly warning: string | null
}

/** Shows the stock of the product, or why the product is not known. */
function LineHint<L extends ProductLine>({ editing, warning }: LineHintProps<L>) {
  const say = useWords('lines')
  const { line, product, figures, change } = editing
  const { text, candidates, productId } = line
  if (isSought(line))
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
      <div role="group" aria-label={say('several', { text })}>
        <Text size="xs" c="red" role="alert">
          {say('several', { text })}
        </Text>
        <Group gap={4} mt={4}>
          {candidates!.map(({ id, name }) => (
            <Button
              key={id}
              size="compact-xs"
              variant="default"
              onClick={() => change({ productId: id, name } as Partial<L>)}
            >
              {name}
            </Button>
          ))}
        </Group>
      </div>
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
