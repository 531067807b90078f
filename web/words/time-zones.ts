/** The time zones, with the names that people use for them: a place and the offset from Greenwich. */
import { languageNow } from './words.ts'

export interface NamedZone {
  /** The zone's IANA name, such as `Europe/Moscow`. */
  readonly value: string
  /** The zone's name as shown to users, such as `Москва (GMT+3)`. */
  readonly label: string
}

/** The Russian names of time zones. Browsers have Russian names for only a few of them. */
const RUSSIAN: Readonly<Record<string, string>> = {
  'Europe/Kaliningrad': 'Калининград',
  'Europe/Moscow': 'Москва',
  'Europe/Simferopol': 'Симферополь',
  'Europe/Kirov': 'Киров',
  'Europe/Volgograd': 'Волгоград',
  'Europe/Astrakhan': 'Астрахань',
  'Europe/Saratov': 'Саратов',
  'Europe/Ulyanovsk': 'Ульяновск',
  'Europe/Samara': 'Самара',
  'Asia/Yekaterinburg': 'Екатеринбург',
  'Asia/Omsk': 'Омск',
  'Asia/Novosibirsk': 'Новосибирск',
  'Asia/Barnaul': 'Барнаул',
  'Asia/Tomsk': 'Томск',
  'Asia/Novokuznetsk': 'Новокузнецк',
  'Asia/Krasnoyarsk': 'Красноярск',
  'Asia/Irkutsk': 'Иркутск',
  'Asia/Chita': 'Чита',
  'Asia/Yakutsk': 'Якутск',
  'Asia/Vladivostok': 'Владивосток',
  'Asia/Sakhalin': 'Южно-Сахалинск',
  'Asia/Magadan': 'Магадан',
  'Asia/Srednekolymsk': 'Среднеколымск',
  'Asia/Kamchatka': 'Петропавловск-Камчатский',
  'Asia/Anadyr': 'Анадырь',
  'Europe/Minsk': 'Минск',
  'Asia/Almaty': 'Алматы',
  'Asia/Tashkent': 'Ташкент',
  'Asia/Bishkek': 'Бишкек',
  'Asia/Yerevan': 'Ереван',
  'Asia/Tbilisi': 'Тбилиси',
  'Asia/Baku': 'Баку',
}

function partOf(zone: string, timeZoneName: 'shortGeneric' | 'shortOffset'): string {
  const parts = new Intl.DateTimeFormat(languageNow(), { timeZone: zone, timeZoneName }).formatToParts()
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? zone
}

/** Returns a time zone with its name. If it has no name in the app's language, the name is the city in its id. */
export function zoneNamed(value: string): NamedZone {
  const offset = partOf(value, 'shortOffset')
  const named = languageNow() === 'ru' ? RUSSIAN[value] : undefined
  const known = named ?? partOf(value, 'shortGeneric')
  const place = /^(GMT|UTC)/.test(known) ? value.split('/').at(-1)!.replaceAll('_', ' ') : known
  return { value, label: `${place} (${offset})` }
}

/** Returns all time zones, sorted by name. The chosen one is always among them, even if its id is outdated. */
export function allZones(chosen: string): NamedZone[] {
  const ids = new Set([...Intl.supportedValuesOf('timeZone'), chosen])
  const { compare } = new Intl.Collator(languageNow())
  return [...ids].map(zoneNamed).sort((one, other) => compare(one.label, other.label))
}
