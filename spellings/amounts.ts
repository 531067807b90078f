/**
 * Formats money and quantities for sentences and pages: `4 757,56 ₽` and `1,5` in Russian, `₽4,757.56` and `1.5` in
 * English.
 */

type Language = 'ru' | 'en'

const LOCALES = { ru: 'ru-RU', en: 'en-GB' } as const
const OPTIONS = {
  money: { style: 'currency', currency: 'RUB', currencyDisplay: 'narrowSymbol' },
  quantity: { maximumFractionDigits: 3 },
} as const

const made = new Map<string, Intl.NumberFormat>()

/** Formats a number. Replaces the hyphen that Intl uses for negative numbers with the typographic minus sign. */
function written(kind: keyof typeof OPTIONS, value: number, language: Language): string {
  const name = `${kind} ${language}`
  // Each formatter is created once, when it is first needed, because creating it is slow.
  const format = made.get(name) ?? new Intl.NumberFormat(LOCALES[language], OPTIONS[kind])
  made.set(name, format)
  return format.format(value).replace('-', '−')
}

/** Formats an amount in roubles as text in the given language. */
export const moneyText = (roubles: number, language: Language): string => written('money', roubles, language)

/** Formats a quantity in main units, such as kilograms, without trailing zeros. */
export const quantityText = (units: number, language: Language): string => written('quantity', units, language)
