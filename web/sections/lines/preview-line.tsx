/** One line of a table in the preview. The user can correct its problems there. */
import { Button, Checkbox, Group, Text } from '@mantine/core'
import { memo, useState } from 'react'
import { figureOf } from '../../../spellings/figures.ts'
import { NumberField } from '../../components/number-field.tsx'
import { RecordPicker } from '../../parts/record-picker.tsx'
import { money, quantity } from '../../words/format.ts'
import { useLanguage, useWords } from '../../words/words.ts'
import {
  type CheckedLine,
  type FigureName,
  figureOfLine,
  isGood,
  isLooking,
  isTaken,
  type Mended,
  type TableWish,
} from './given-lines.ts'
import classes from './table-lines.module.css'

interface PreviewLineProps {
  readonly one: CheckedLine
  readonly wish: TableWish
  readonly onMend: (row: number, change: Mended) => void
}

/** Memoized, because a table has many lines and only some of them change at a time. */
export const PreviewLine = memo(Line, (before, now) => before.onMend === now.onMend && isSame(before.one, now.one))

const isSame = (before: CheckedLine, now: CheckedLine) =>
  before.line === now.line &&
  before.mended === now.mended &&
  before.found === now.found &&
  before.product === now.product &&
  before.problem === now.problem &&
  before.note === now.note

function Line({ one, wish, onMend }: PreviewLineProps) {
  const say = useWords('lines')
  const { line, mended, product, problem, note } = one
  const texts = [...line.codes, line.text, line.name].filter((text) => text !== '')
  const name = product?.name ?? texts[0] ?? say('rowNumber', { row: line.row })
  const mend = (change: Mended) => onMend(line.row, change)
  return (
    <li className={classes.line} data-left={(isGood(one) && !isTaken(one)) || undefined}>
      <Checkbox
        aria-label={say('takeLine', { row: line.row, name })}
        checked={isTaken(one)}
        disabled={!isGood(one)}
        onChange={(event) => mend({ isLeft: !event.currentTarget.checked })}
      />
      <span className={classes.row}>{line.row}</span>
      <div className={classes.product}>
        {product !== null && <div>{[product.name, product.sku].filter(Boolean).join(' · ')}</div>}
        <Text size="xs" c="dimmed">
          {texts.join(' · ')}
        </Text>
        {isLooking(one) && (
          <Text size="xs" c="dimmed">
            {say('lookingLine')}
          </Text>
        )}
        {problem !== null && (
          <Text size="xs" c="red" role="alert">
            {problem}
          </Text>
        )}
        {note !== null && (
          <Text size="xs" className={classes.note ?? ''}>
            {note}
          </Text>
        )}
        {(problem !== null || mended.productId !== undefined) && <ProductChoice one={one} mend={mend} />}
      </div>
      <Figure one={one} name="quantity" uom={product?.uom ?? null} isPositive={wish.isCount !== true} mend={mend} />
      {wish.figures.map((figure) => (
        <Figure key={figure} one={one} name={figure} uom={null} isPositive={false} mend={mend} />
      ))}
    </li>
  )
}

interface PartProps {
  readonly one: CheckedLine
  readonly mend: (change: Mended) => void
}

const OFFERED = 5

/** Offers the products that the line may refer to, and a search for any other product. */
function ProductChoice({ one: { line, found, mended }, mend }: PartProps) {
  const say = useWords('lines')
  const [isPicking, setPicking] = useState(false)
  if (isPicking)
    return (
      <RecordPicker
        kind="products"
        label={say('chooseFor', { row: line.row })}
        isLabelHidden
        autoFocus
        value={null}
        onChange={(productId) => {
          setPicking(false)
          if (productId !== null) mend({ productId })
        }}
      />
    )
  const offered = mended.productId === undefined ? (found?.products ?? []).slice(0, OFFERED) : []
  return (
    <Group gap={4} mt={4}>
      {offered.map((product) => (
        <Button key={product.id} size="compact-xs" variant="default" onClick={() => mend({ productId: product.id })}>
          {[product.name, product.sku].filter(Boolean).join(' · ')}
        </Button>
      ))}
      <Button size="compact-xs" variant="subtle" onClick={() => setPicking(true)}>
        {say(mended.productId === undefined ? 'chooseProduct' : 'chooseOther')}
      </Button>
    </Group>
  )
}

const DECIMALS = { quantity: 3, price: 2, discount: 2 } as const

interface FigureProps extends PartProps {
  readonly name: FigureName
  readonly uom: string | null
  readonly isPositive: boolean
}

/** A number of the line. It is shown as text or, if it was missing or unreadable, as a field. */
function Figure({ one, name, uom, isPositive, mend }: FigureProps) {
  const say = useWords('lines')
  const hasComma = useLanguage() === 'ru'
  const text = figureOfLine(one, name)
  const isBad = one.badFigures.includes(name)
  const label = say(`figure-${name}`, { row: one.line.row })
  if (!isBad && one.mended[name] === undefined)
    return (
      <span className={classes.figure} data-figure={name}>
        {shown(name, text, uom)}
      </span>
    )
  return (
    <NumberField
      size="xs"
      className={classes.figure ?? ''}
      aria-label={label}
      decimals={DECIMALS[name]}
      hasComma={hasComma}
      isPositive={isPositive}
      value={text}
      error={isBad && figureOf(text) !== null && say(name === 'discount' ? 'badDiscount' : 'badQuantity')}
      onChange={(typed) => mend({ [name]: typed })}
    />
  )
}

function shown(name: FigureName, text: string, uom: string | null): string {
  const figure = figureOf(text)
  if (figure === null) return ''
  if (name === 'price') return money(figure)
  return name === 'discount' ? `${quantity(figure)}\u00a0%` : quantity(figure, uom)
}
