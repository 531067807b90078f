/** Time zones as people know them: by place and offset from Greenwich. */
import { languageNow } from './words.ts'

export interface NamedZone {
  /** An IANA name, such as `Europe/Moscow`. */
  readonly value: string
  /** The name shown to people, such as `Москва (GMT+3)`. */
  readonly label: string
}

/** Browsers have Russian names for only a few zones. */
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

/** The name of a zone; without a name in the language, the city of its id. */
export function zoneNamed(value: string): NamedZone {
  const offset = partOf(value, 'shortOffset')
  const named = languageNow() === 'ru' ? RUSSIAN[value] : undefined
  const known = named ?? partOf(value, 'shortGeneric')
  const place = /^(GMT|UTC)/.test(known) ? value.split('/').at(-1)!.replaceAll('_', ' ') : known
  return { value, label: `${place} (${offset})` }
}

/** All zones sorted by name, including the chosen one, which may be an outdated id. */
export function allZones(chosen: string): NamedZone[] {
  const ids = new Set([...Intl.supportedValuesOf('timeZone'), chosen])
  const { compare } = new Intl.Collator(languageNow())
  return [...ids].map(zoneNamed).sort((one, other) => compare(one.label, other.label))
}
