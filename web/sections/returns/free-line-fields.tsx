/** The fields for the lines of a return without an order: product, quantity, price, damaged quantity and unit cost. */
import { Text } from '@mantine/core'
import { type KeyboardEvent, type RefObject, useCallback } from 'react'
import type { Product } from '../../../sdk/types.ts'
import { NumberField } from '../../components/number-field.tsx'
import { fieldFailure } from '../../data/refusals.ts'
import { money } from '../../words/format.ts'
import { useLanguage, useWords } from '../../words/words.ts'
import { type EditLines, LineFields } from '../lines/line-fields.tsx'
import type { LineEditing } from '../lines/line-parts.ts'
import classes from '../lines/lines.module.css'
import { amountOfLine, type FieldsProps, type FreeLine, faultOf } from './return-values.ts'

interface FreeLineFieldsProps extends FieldsProps {
  readonly products: ReadonlyMap<string, Product>
}

export function FreeLineFields({ values, products, failure, isAsked, onChange }: FreeLineFieldsProps) {
  const say = useWords('returns')
  const { lines, warehouseId } = values
  const changeLines = useCallback(
    (edit: EditLines<FreeLine>) => onChange((before) => ({ lines: edit(before.lines) })),
    [onChange],
  )
  const productOf = ({ productId }: FreeLine) => products.get(productId ?? '')
  return (
    <LineFields
      lines={lines}
      products={products}
      warehouseId={warehouseId}
      onChange={changeLines}
      parts={{
        make: (line, price = '') => ({ ...line, price, damaged: '', cost: '' }),
        layout: 'discounted',
        hint: say('linesHint'),
        errorOf: (index) =>
          fieldFailure(failure, `/lines/${index}/quantity`) ?? fieldFailure(failure, `/lines/${index}/productId`),
        warningOf: (line) => {
          const kind = productOf(line)?.kind
          return kind === 'service' || kind === 'bundle' ? say(`unstocked-${kind}`) : null
        },
        second: (editing, ref) => <FurtherFields {...editing} priceRef={ref} isAsked={isAsked} failure={failure} />,
        amount: ({ line }) => <div className={classes.amount}>{money(amountOfLine(line, productOf(line)))}</div>,
      }}
    />
  )
}

interface FurtherFieldsProps extends LineEditing<FreeLine> {
  readonly priceRef: RefObject<HTMLInputElement | null>
  readonly isAsked: boolean
  readonly failure: Error | null
}

/**
 * The fields for the price, the damaged quantity and the unit cost of a line. If they are empty, the catalogue price
 * applies, nothing is damaged, and the service determines the unit cost.
 */
function FurtherFields({ line, index, product, priceRef, isAsked, failure, change, next }: FurtherFieldsProps) {
  const say = useWords('returns')
  const core = useWords('core')
  const hasComma = useLanguage() === 'ru'
  const name = line.name || line.text
  const isPriceMissing = isAsked && line.price.trim() === '' && product?.price === null
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    next()
  }
  const both = { size: 'sm', hasComma, onKeyDown } as const
  return (
    <>
      <NumberField
        {...both}
        ref={priceRef}
        className={classes.lineQuantity}
        decimals={2}
        aria-label={`${say('price')}: ${name}`}
        placeholder={product?.price == null ? say('price') : money(product.price)}
        value={line.price}
        error={fieldFailure(failure, `/lines/${index}/amount`) ?? (isPriceMissing ? core('required') : undefined)}
        onChange={(price) => change({ price })}
      />
      <NumberField
        {...both}
        className={`${classes.lineQuantity} ${classes.discount}`}
        decimals={3}
        aria-label={`${say('damaged')}: ${name}`}
        placeholder={say('damagedShort')}
        value={line.damaged}
        error={
          faultOf(line, null) === 'damaged' ? say('damagedTooMuch') : fieldFailure(failure, `/lines/${index}/damaged`)
        }
        onChange={(damaged) => change({ damaged })}
      />
      <NumberField
        {...both}
        className={`${classes.lineQuantity} ${classes.cost}`}
        decimals={2}
        aria-label={`${say('unitCost')}: ${name}`}
        leftSection={
          <Text size="xs" c="dimmed" aria-hidden>
            {say('unitCost')}
          </Text>
        }
        leftSectionWidth={110}
        value={line.cost}
        error={fieldFailure(failure, `/lines/${index}/unitCost`)}
        onChange={(cost) => change({ cost })}
      />
    </>
  )
}
