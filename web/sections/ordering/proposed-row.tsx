/** A row of a table of proposals: the user can leave the product out, and change its quantity. */
import { Anchor, Checkbox, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { NumberField } from '../../components/number-field.tsx'
import { typed as asTyped, quantity as shown } from '../../words/format.ts'
import { useLanguage } from '../../words/words.ts'
import classes from './ordering.module.css'

/** What the user has changed: the keys of the rows left out, and the quantities typed, by the key of their row. */
interface Changes {
  readonly dropped: ReadonlySet<string>
  readonly typed: Readonly<Record<string, string>>
}

interface RowProps {
  readonly row: {
    readonly productId: string
    readonly product: string
    readonly sku: string | null
    readonly uom: string | null
    readonly quantity: number
  }
  /** The key of the row in `changed`. */
  readonly of: string
  readonly changed: Changes
  /** Whether the user may change the proposal; otherwise it is only shown. */
  readonly mayChange: boolean
  /** Whether the typed quantity cannot be used. */
  readonly isWrong: boolean
  /** The names of the checkbox and of the quantity for screen readers. */
  readonly labels: { readonly choose: string; readonly quantity: string }
  /** A sentence that says why the quantity is proposed. */
  readonly reason: string
  /** The two quantities before the proposed one. */
  readonly before: readonly [number, number]
  readonly onChange: (parts: Partial<Changes>) => void
}

export function ProposedRow({ row, of, changed, mayChange, isWrong, labels, reason, before, onChange }: RowProps) {
  const hasComma = useLanguage() === 'ru'
  const { productId, product, uom, sku, quantity } = row
  const { dropped, typed } = changed
  const isChosen = !dropped.has(of)
  const choose = (isOn: boolean) => {
    const next = new Set(dropped)
    if (isOn) next.delete(of)
    else next.add(of)
    onChange({ dropped: next })
  }
  return (
    <tr>
      <td>
        <div className={classes.product}>
          {mayChange && (
            <Checkbox
              aria-label={labels.choose}
              checked={isChosen}
              onChange={(event) => choose(event.currentTarget.checked)}
            />
          )}
          <div>
            <Anchor component={Link} to={`/products/${productId}?tab=stock` as string} inherit>
              {product}
            </Anchor>
            <Text size="xs" c="dimmed">
              {[sku, reason].filter(Boolean).join(' · ')}
            </Text>
          </div>
        </div>
      </td>
      <td data-end data-wide>
        {shown(before[0], uom)}
      </td>
      <td data-end data-wide>
        {shown(before[1], uom)}
      </td>
      <td data-end>
        {mayChange ? (
          <NumberField
            className={classes.quantity!}
            aria-label={labels.quantity}
            decimals={3}
            hasComma={hasComma}
            isPositive
            unit={uom}
            disabled={!isChosen}
            value={typed[of] ?? asTyped(quantity)}
            error={isChosen && isWrong}
            onChange={(text) => onChange({ typed: { ...typed, [of]: text } })}
          />
        ) : (
          shown(quantity, uom)
        )}
      </td>
    </tr>
  )
}
