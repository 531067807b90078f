/** The fields for the discount on a whole order, with the totals before and after the discount. */
import { NativeSelect } from '@mantine/core'
import { FactList } from '../../components/facts.tsx'
import { NumberField } from '../../components/number-field.tsx'
import type { CommandForm } from '../../data/command.ts'
import { fieldFailure } from '../../data/refusals.ts'
import { money } from '../../words/format.ts'
import { useLanguage, useWords } from '../../words/words.ts'
import type { OrderMoney } from './order-money.ts'
import { DISCOUNT_UNITS, type DiscountUnit, type OrderValues } from './order-values.ts'
import classes from './orders.module.css'

interface OrderDiscountProps {
  readonly form: CommandForm<OrderValues, never>
  readonly money: OrderMoney
}

export function OrderDiscount({
  form: { values, failure, change },
  money: { before, discount, total },
}: OrderDiscountProps) {
  const say = useWords('orders')
  const hasComma = useLanguage() === 'ru'
  return (
    <section className={classes.discount}>
      <div className={classes.discountFields}>
        <NumberField
          label={say('discountAmount')}
          decimals={2}
          hasComma={hasComma}
          value={values.discount}
          error={fieldFailure(failure, '/discountAmount') ?? fieldFailure(failure, '/discountPercent')}
          onFocus={(event) => event.currentTarget.select()}
          onChange={(typed) => change({ discount: typed })}
        />
        <NativeSelect
          aria-label={say('discountUnit')}
          value={values.discountUnit}
          data={[...DISCOUNT_UNITS]}
          onChange={(event) => change({ discountUnit: event.currentTarget.value as DiscountUnit })}
        />
      </div>
      {discount > 0 && (
        <FactList
          facts={[
            [say('beforeDiscount'), money(before)],
            [say('discountAmount'), money(-discount)],
            [say('total'), money(total)],
          ]}
        />
      )}
    </section>
  )
}
