/** Formats numbers and times in the app's language. */
import { moneyText, quantityText } from '../../spellings/amounts.ts'
import { shareIn } from './composed.ts'
import { languageNow } from './words.ts'

const LOCALES = { ru: 'ru-RU', en: 'en-GB' } as const
const locale = () => LOCALES[languageNow()]
const made = new Map<string, Intl.NumberFormat | Intl.DateTimeFormat>()

/**
 * Returns the formatter with this name for the app's language. Each formatter is created only once, because that is
 * slow.
 */
function kept<T extends Intl.NumberFormat | Intl.DateTimeFormat>(name: string, make: (locale: string) => T): T {
  const key = `${locale()} ${name}`
  const known = made.get(key) ?? make(locale())
  made.set(key, known)
  return known as T
}

const NONE = '—'
let timeZone = 'Europe/Moscow'

/** Sets the company's time zone. All times in the app are shown in this zone, whatever the zone of the browser. */
export function setTimeZone(name: string): void {
  timeZone = name
}

/** Formats an amount in roubles, for example `1 234,50 ₽`. */
export function money(value: number | null | undefined): string {
  if (value === null || value === undefined) return NONE
  return moneyText(value, languageNow())
}

/** Replaces the hyphen, which Intl uses, with the typographic minus sign. */
const withMinus = (text: string) => text.replace('-', '−')

/** Formats a quantity, for example `1,5`, without trailing zeros; with a unit `1,5 кг`. */
export function quantity(value: number | null | undefined, uom?: string | null): string {
  if (value === null || value === undefined) return NONE
  const text = quantityText(value, languageNow())
  return uom ? `${text}\u00a0${uom}` : text
}

/** Formats a percentage with two decimals, for example `59,80 %`. */
export const share = (percent: number): string => withMinus(shareIn(percent, locale()))

/** Formats a date, for example `22.11.2026`. */
export function day(moment: string): string {
  const options = { day: '2-digit', month: '2-digit', year: 'numeric', timeZone } as const
  return kept(`day ${timeZone}`, (of) => new Intl.DateTimeFormat(of, options)).format(new Date(moment))
}

/** Formats a date as the value of a date field: `2026-11-22`. */
export function dayField(moment: string): string {
  return new Intl.DateTimeFormat('sv-SE', { timeZone }).format(new Date(moment))
}

/** Returns today's date in the company's time zone, as the value of a date field. */
export const today = (): string => dayField(new Date().toISOString())

/** Formats a date with its time, for example `22.11.2026, 14:05`. */
export function dayAndTime(moment: string): string {
  const options = {
    day: '2-digit',
    month: '2-digit',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    timeZone,
  } as const
  return kept(`time ${timeZone}`, (of) => new Intl.DateTimeFormat(of, options)).format(new Date(moment))
}

/** Formats a number in the way in which a user types it, for example `93,7`. */
export const typed = (value: number): string => String(value).replace('.', languageNow() === 'ru' ? ',' : '.')

/** Formats a calendar date such as `2026-11-22` as `22.11.2026`, without regard to time zones. */
export function calendarDay(isoDay: string): string {
  const options = { day: '2-digit', month: '2-digit', year: 'numeric', timeZone: 'UTC' } as const
  return kept('calendar day', (of) => new Intl.DateTimeFormat(of, options)).format(new Date(isoDay))
}

const MEBIBYTE = 1_048_576
const GIBIBYTES = 1_024

/** Formats a number of bytes, for example `184,3 МБ` or `2 ГБ`. */
export function fileSize(bytes: number): string {
  const megabytes = bytes / MEBIBYTE
  const [value, unit] =
    megabytes < GIBIBYTES ? ([megabytes, 'megabyte'] as const) : ([megabytes / GIBIBYTES, 'gigabyte'] as const)
  const options = { style: 'unit', unit, maximumFractionDigits: 1 } as const
  return kept(`size ${unit}`, (of) => new Intl.NumberFormat(of, options)).format(value)
}

/** Formats an amount for narrow places, without kopecks: `1,2 тыс.` */
export function shortMoney(value: number): string {
  const options = { notation: 'compact', maximumFractionDigits: 1 } as const
  return withMinus(kept('short money', (of) => new Intl.NumberFormat(of, options)).format(value))
}
