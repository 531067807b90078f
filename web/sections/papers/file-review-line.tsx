/**
 * One recognized line of a document under review. It shows what was recognized, what the document will contain, and why
 * the user should check the line.
 */
import { Button, Group, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Product } from '../../../sdk/types.ts'
import { figureOf } from '../../../spellings/figures.ts'
import { IconPlus } from '../../components/icons.ts'
import { NumberField } from '../../components/number-field.tsx'
import { fieldFailure } from '../../data/refusals.ts'
import { RecordPicker } from '../../parts/record-picker.tsx'
import { money, quantity } from '../../words/format.ts'
import { type Say, useLanguage, useWords } from '../../words/words.ts'
import { type Doubt, missingIn, type ReadLine, type ReviewLine, sumOf } from './file-review-values.ts'
import classes from './files.module.css'
import { Mark } from './mark.tsx'

/** Limits the choice to products that have stock of their own: products and variants, not bundles and services. */
const STOCKED = { kind: ['product', 'variant'] }

interface LineViewProps {
  readonly at: number
  readonly line: ReviewLine
  readonly read: ReadLine
  readonly product: Product | undefined
  readonly doubts: readonly Doubt[]
  /**
   * A picture of the line on the page, for users whose screen does not show the page beside the lines; otherwise null.
   */
  readonly strip: ReactNode
  readonly isOpen: boolean
  /** Whether required fields that are still empty are marked, because the user tried to submit the form. */
  readonly isAsked: boolean
  readonly failure: Error | null
  readonly onOpen: () => void
  readonly onChange: (parts: Partial<ReviewLine>) => void
  readonly onAccept: () => void
  readonly onCreate: () => void
}

export function LineView(props: LineViewProps) {
  const { at, line, read, product, isOpen, onOpen } = props
  const say = useWords('files')
  return (
    <>
      <button
        type="button"
        data-head
        className={classes.lineHead}
        data-out={line.isLeftOut || undefined}
        aria-expanded={isOpen}
        onClick={onOpen}
      >
        <span className={classes.number}>{at + 1}</span>
        <span className={classes.lineText}>
          <span>{read.name}</span>
          <Text component="span" size="xs" c="dimmed">
            {[read.sku === null ? null : say('sku', { sku: read.sku }), isOpen ? null : (product?.name ?? null)]
              .filter((one) => one !== null)
              .join(' · ')}
          </Text>
        </span>
        <span className={classes.formula}>{formulaOf(line, product?.uom ?? read.unit, say)}</span>
      </button>
      <Marks {...props} />
      {isOpen && props.strip}
      {isOpen && <LineFields {...props} />}
    </>
  )
}

function formulaOf(line: ReviewLine, unit: string | null, say: Say<'files'>): string {
  const sum = sumOf(line)
  if (sum === null) return quantity(figureOf(line.quantity), unit)
  const price = money(figureOf(line.unitCost))
  return say('lineFormula', { quantity: quantity(figureOf(line.quantity), unit), price, sum: money(sum) })
}

function Marks({ line, read, product, doubts, isOpen }: LineViewProps) {
  const say = useWords('files')
  if (line.isLeftOut) return <Row tone="good" text={say('leftOut')} />
  const figures = { counted: formulaOf(line, null, say), read: money(read.amount) }
  const units = { read: read.unit ?? '', own: product?.uom ?? '' }
  return (
    <div className={classes.marks}>
      {line.isAccepted && <Mark tone="good">{say('accepted')}</Mark>}
      {!line.isAccepted && doubts.length === 0 && (
        <Text size="xs" c="dimmed">
          {say('fits')}
        </Text>
      )}
      {doubts.map((doubt) => (
        <Mark key={doubt} tone="look">
          {say(`doubt-${doubt}`, doubt === 'unit' ? units : figures)}
        </Mark>
      ))}
      {read.learned !== undefined && <LearnedMark learned={read.learned} />}
      {isOpen && read.place === undefined && (
        <Text size="xs" c="dimmed">
          {say('placeUnknown')}
        </Text>
      )}
    </div>
  )
}

/** Shows that a value was taken from an earlier document of this supplier, and what the page says instead. */
function LearnedMark({ learned: { rules, read } }: { readonly learned: NonNullable<ReadLine['learned']> }) {
  const say = useWords('files')
  const price = read.unitCost == null ? '' : money(read.unitCost)
  const rule = rules.map((one) => say(`learned-${one}`)).join(', ')
  const paper = read.quantity === null ? '' : say('onPaper', { quantity: quantity(read.quantity, read.unit), price })
  return <Mark tone="good">{say('learned', { rule, paper })}</Mark>
}

function Row({ tone, text }: { readonly tone: 'good' | 'look'; readonly text: string }) {
  return (
    <div className={classes.marks}>
      <Mark tone={tone}>{text}</Mark>
    </div>
  )
}

function LineFields(props: LineViewProps) {
  const { line, read, onChange, onAccept } = props
  const say = useWords('files')
  if (line.isLeftOut)
    return (
      <Group className={classes.fields}>
        <Button size="compact-md" variant="default" onClick={() => onChange({ isLeftOut: false })}>
          {say('takeBack')}
        </Button>
      </Group>
    )
  return (
    // The fields have the same labels in every line. The label of the group tells screen readers which line they belong
    // to.
    <div className={classes.fields} role="group" aria-label={read.name}>
      <ProductField {...props} />
      <FigureFields {...props} />
      <Group gap="xs">
        <Button size="compact-md" variant="default" onClick={onAccept} title="Enter">
          {say('accept')}
        </Button>
        <Button
          size="compact-md"
          variant="subtle"
          color="gray"
          onClick={() => onChange({ isLeftOut: true, isAccepted: false })}
        >
          {say('leaveOut')}
        </Button>
      </Group>
    </div>
  )
}

function ProductField({ at, line, isAsked, failure, onChange, onCreate }: LineViewProps) {
  const say = useWords('files')
  const isMissing = line.productId === null
  return (
    <div className={classes.product} data-missing={isMissing || undefined}>
      <RecordPicker
        kind="products"
        label={say('product')}
        query={STOCKED}
        value={line.productId}
        error={
          fieldFailure(failure, `/lines/${at}/productId`) ?? (isAsked && isMissing ? say('doubt-noProduct') : undefined)
        }
        onChange={(productId) => onChange({ productId, isAccepted: false })}
      />
      {isMissing && (
        <Button size="compact-sm" variant="light" leftSection={<IconPlus size={14} aria-hidden />} onClick={onCreate}>
          {say('createProduct')}
        </Button>
      )}
    </div>
  )
}

function FigureFields({ at, line, failure, onChange }: LineViewProps) {
  const say = useWords('files')
  const hasComma = useLanguage() === 'ru'
  const missing = missingIn(line)
  const field = (name: 'quantity' | 'unitCost', doubt: 'noQuantity' | 'noPrice') => ({
    hasComma,
    value: line[name],
    error:
      fieldFailure(failure, `/lines/${at}/${name}`) ?? (missing.includes(doubt) ? say(`doubt-${doubt}`) : undefined),
    onChange: (typed: string) => onChange({ [name]: typed, isAccepted: false }),
    ...(missing.includes(doubt) && { 'data-missing': true }),
  })
  return (
    <div className={classes.figures}>
      <NumberField label={say('quantity')} decimals={3} isPositive {...field('quantity', 'noQuantity')} />
      <NumberField label={say('price')} decimals={2} rightSection="₽" {...field('unitCost', 'noPrice')} />
      <div className={classes.sum}>
        <span>{say('sum')}</span>
        <span>{money(sumOf(line))}</span>
      </div>
    </div>
  )
}
