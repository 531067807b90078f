/**
 * The fields for one line of goods in a procurement document. Each line proposes the price at which its product was
 * last bought.
 */
import { type KeyboardEvent, type RefObject, useEffect, useRef } from 'react'
import type { Product } from '../../../sdk/types.ts'
import { NumberField } from '../../components/number-field.tsx'
import { client } from '../../data/client.ts'
import { fieldFailure } from '../../data/refusals.ts'
import { money, typed } from '../../words/format.ts'
import { useLanguage, useWords } from '../../words/words.ts'
import { type EditLines, LineFields } from '../lines/line-fields.tsx'
import type { LineEditing } from '../lines/line-parts.ts'
import classes from '../lines/lines.module.css'
import { amountOf, type DocumentLine } from '../purchasing/document-values.ts'

interface DocumentLineFieldsProps {
  readonly lines: readonly DocumentLine[]
  readonly products: ReadonlyMap<string, Product>
  readonly warehouseId: string
  /** Whether goods will move into or out of stock when the document is posted. */
  readonly isStocked: boolean
  readonly failure: Error | null
  /** Whether required fields that are still empty are marked, because the user tried to submit the form. */
  readonly isAsked: boolean
  readonly onChange: (edit: EditLines<DocumentLine>) => void
}

export function DocumentLineFields(props: DocumentLineFieldsProps) {
  const { lines, products, warehouseId, isStocked, failure, isAsked, onChange } = props
  const say = useWords('purchasing')
  useLastCosts(lines, products, onChange)
  return (
    <LineFields
      lines={lines}
      products={products}
      warehouseId={warehouseId}
      onChange={onChange}
      parts={{
        make: (line, price = '') => ({ ...line, unitCost: price }),
        layout: 'priced',
        errorOf: (index) =>
          fieldFailure(failure, `/lines/${index}/quantity`) ?? fieldFailure(failure, `/lines/${index}/productId`),
        warningOf: ({ productId }) => {
          const kind = products.get(productId ?? '')?.kind
          return isStocked && (kind === 'service' || kind === 'bundle') ? say(`unstocked-${kind}`) : null
        },
        second: (editing, ref) => (
          <CostField
            {...editing}
            fieldRef={ref}
            isAsked={isAsked}
            error={fieldFailure(failure, `/lines/${editing.index}/unitCost`)}
          />
        ),
        amount: ({ line }) => <div className={classes.amount}>{money(amountOf(line))}</div>,
      }}
    />
  )
}

interface CostFieldProps extends LineEditing<DocumentLine> {
  readonly fieldRef: RefObject<HTMLInputElement | null>
  readonly isAsked: boolean
  readonly error: string | undefined
}

function CostField({ line, fieldRef, isAsked, error, change, next }: CostFieldProps) {
  const say = useWords('purchasing')
  const core = useWords('core')
  const hasComma = useLanguage() === 'ru'
  const isTyped = useRef(false)
  const { unitCost } = line
  // When a proposed price arrives while its field has the focus, select the price so that typing replaces it.
  useEffect(() => {
    if (!isTyped.current && unitCost !== '' && document.activeElement === fieldRef.current) fieldRef.current?.select()
    isTyped.current = false
  }, [unitCost, fieldRef])
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    next()
  }
  const isEmpty = unitCost.trim() === ''
  return (
    <NumberField
      ref={fieldRef}
      size="sm"
      className={classes.lineQuantity}
      decimals={2}
      hasComma={hasComma}
      aria-label={say('lineCost', { name: line.name || line.text })}
      placeholder={say('cost')}
      value={unitCost}
      error={isAsked && isEmpty ? core('required') : error}
      onFocus={(event) => event.currentTarget.select()}
      onKeyDown={onKeyDown}
      onChange={(typedCost) => {
        isTyped.current = true
        change({ unitCost: typedCost })
      }}
    />
  )
}

/**
 * Fills in the price of each line: the price at which the product was last bought or, if there is none, its current
 * cost. A price that the user typed is never replaced.
 */
function useLastCosts(
  lines: readonly DocumentLine[],
  products: ReadonlyMap<string, Product>,
  onChange: (edit: EditLines<DocumentLine>) => void,
): void {
  const asked = useRef(new Set<string>())
  useEffect(() => {
    for (const { key, productId, unitCost } of lines) {
      const product = products.get(productId ?? '')
      const question = `${key} ${productId}`
      // If the user clears a proposed price, do not propose the price again.
      if (unitCost !== '') asked.current.add(question)
      if (product === undefined || asked.current.has(question)) continue
      asked.current.add(question)
      const take = async () => {
        const { items } = await client.lots.list({ productId: product.id, limit: 1 }).page()
        const cost = items[0]?.unitCost ?? product.cost ?? null
        if (cost === null) return
        const fill = (one: DocumentLine) =>
          one.key === key && one.unitCost === '' ? { ...one, unitCost: typed(cost) } : one
        onChange((now) => now.map(fill))
      }
      take().catch(() => asked.current.delete(question))
    }
  }, [lines, products, onChange])
}
