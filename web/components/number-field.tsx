/** A number as it is typed: with the comma or the point of the language, and no more decimals than it may have. */
import { NumberInput, type NumberInputProps } from '@mantine/core'

interface NumberFieldProps extends Omit<NumberInputProps, 'value' | 'onChange' | 'decimalScale'> {
  /** As text; '' is none. */
  readonly value: string
  readonly onChange: (value: string) => void
  readonly decimals: number
  /** Writes decimals with a comma. */
  readonly hasComma: boolean
}

export function NumberField({ value, onChange, decimals, hasComma, ...rest }: NumberFieldProps) {
  return (
    <NumberInput
      hideControls
      inputMode="decimal"
      decimalScale={decimals}
      decimalSeparator={hasComma ? ',' : '.'}
      allowedDecimalSeparators={['.', ',']}
      thousandSeparator={hasComma ? '\u00a0' : ','}
      allowNegative={false}
      value={value}
      onChange={(typed) => onChange(String(typed))}
      styles={{ input: { textAlign: 'end' } }}
      {...rest}
    />
  )
}
