/** How sentences and pages write money and quantities: `4 757,56 ₽` and `1,5` in Russian, `₽4,757.56` and `1.5` in English. */

type Language = 'ru' | 'en'

const LOCALES = { ru: 'ru-RU', en: 'en-GB' } as const
const MONEY = { style: 'currency', currency: 'RUB', currencyDisplay: 'narrowSymbol' } as const
const QUANTITY = { maximumFractionDigits: 3 } as const

/** Creates a formatter for each language once, because creating one is slow. */
const formatters = (options: Intl.NumberFormatOptions) => ({
  ru: new Intl.NumberFormat(LOCALES.ru, options),
  en: new Intl.NumberFormat(LOCALES.en, options),
})
const money = formatters(MONEY)
const quantity = formatters(QUANTITY)

/** Replaces the hyphen, which Intl uses, by the typographic minus sign. */
const withMinus = (text: string) => text.replace('-', '−')

/** Writes an amount in roubles. */
export const moneyText = (roubles: number, language: Language): string => withMinus(money[language].format(roubles))

/** Writes a quantity in main units, without trailing zeros. */
export const quantityText = (units: number, language: Language): string => withMinus(quantity[language].format(units))
