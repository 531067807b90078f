/**
 * Generates random values for the fields and parameters of the OpenAPI document: mostly ordinary ones, some at a limit, some
 * wrong.
 */
import fc from 'fast-check'
import type { Chance } from '../chance/chance.ts'
import type { Json } from '../node/client.ts'

/** The known data about the company that gets the random requests. */
export interface Known {
  /** The ids of existing records, keyed by the name of the field or parameter that takes them. */
  readonly ids: Readonly<Record<string, readonly string[]>>
  readonly partners: readonly string[]
  /** Ids of records that belong to another company. */
  readonly strangers: readonly string[]
  /** Paging cursors, keyed by the path of the list that returned them. */
  readonly cursors: ReadonlyMap<string, readonly string[]>
  readonly revision: number
}

/** A piece of JSON that JSON.stringify never produces, such as 1e309. */
class Raw {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

export function printJson(value: unknown): string {
  if (value instanceof Raw) return value.text
  if (Array.isArray(value)) return `[${value.map(printJson).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
  return `{${Object.entries(value)
    .map(([key, inner]) => `${JSON.stringify(key)}:${printJson(inner)}`)
    .join(',')}}`
}

const NUMBERS = [
  0,
  -0,
  0.001,
  0.01,
  0.005,
  0.0001,
  0.29,
  1.005,
  2.675,
  1e12,
  1e12 + 1,
  999_999_999_999.99,
  1e21,
  1e308,
  -1,
]
const RAW_NUMBERS = [
  '1e309',
  '-1e400',
  '1E2',
  '1.0',
  '0.10e1',
  '-0.0',
  `0.${'0'.repeat(400)}1`,
  '9'.repeat(400),
  '9007199254740993',
]
export const WHOLE_NUMBERS = [
  '0',
  '1',
  '-1',
  '-0',
  '2',
  '50',
  '1000',
  '1001',
  '007',
  '10000',
  '999999999999999',
  '1e309',
  '1e3',
  '0x10',
  '5.0',
  ' 5',
  '+5',
  '',
  'NaN',
  '9'.repeat(30),
  '１',
  'null',
  '5&limit=6',
]
export const DATES = [
  '2026-03-01',
  '2026-03-01T10:00:00Z',
  '2026-03-01T10:00:00.123456789+03:00',
  '2026-03-01 10:00:00z',
  '1900-01-01',
  '2200-12-31',
  '2200-12-31T23:59:59.999Z',
  '1970-01-01',
  '1969-12-31T23:59:59Z',
]
export const WRONG_DATES = [
  '0000-01-01',
  '1899-12-31',
  '2201-01-01',
  '9999-12-31T23:59:59.999-23:59',
  '0000-01-01 00:00:00Z',
  '2026-02-30',
  '2026-13-01',
  '+010000-01-01',
  '2026-03-01T24:00:00Z',
  '2026-03-01T23:59:60Z',
  '2026-03-01T10:00:00+24:00',
  '01.03.2026',
  '',
]
const TEXTS = [
  '',
  ' ',
  '\t\n',
  'ж'.repeat(255),
  'ж'.repeat(256),
  '𝒳'.repeat(255),
  'a\u0000b',
  '\ud800',
  'a'.repeat(10_001),
  `"'\\;--`,
  '../../etc/passwd',
  '%',
  '_%\\',
  '\u202eexe',
  '\u2028',
  '=1+1',
  'ё',
  'İ',
  '$1',
  '<b>',
  'constructor',
  '0'.repeat(64),
]
const IDS = [
  '',
  'x',
  'x'.repeat(64),
  'x'.repeat(65),
  'a\nb',
  '00000000-0000-0000-0000-000000000000',
  'ffffffff-ffff-ffff-ffff-ffffffffffff',
  '01A20308-EF48-7337-9917-0317A1124BFD',
  '1',
  '{}',
  '*',
]
/**
 * Arbitrary JSON values and strings from the library fast-check. They are generated once, because generating takes
 * long.
 */
const WILD_VALUES = fc.sample(fc.jsonValue({ maxDepth: 3 }), { seed: 1, numRuns: 300 })
const WILD_TEXTS = fc.sample(fc.string({ unit: 'binary', maxLength: 40 }), { seed: 1, numRuns: 300 })

export const wildText = (chance: Chance): string => chance.pick(chance.happens(0.5) ? TEXTS : WILD_TEXTS)

const isDate = (name: string) => /At$|From$|To$|^(from|to|date)$/.test(name)
const isId = (name: string, { maxLength }: Json) => maxLength === 64 && /Ids?$/.test(name)

/** The kind of value to generate: ordinary, at a limit, or wrong. */
type Mood = 'usual' | 'edge' | 'wrong'

export function valueFor(chance: Chance, known: Known, name: string, schema: Json): unknown {
  const mood = chance.weigh<Mood>([
    [88, 'usual'],
    [8, 'edge'],
    [4, 'wrong'],
  ])
  if (mood === 'wrong')
    return chance.pick([
      null,
      chance.pick(WILD_VALUES),
      wildText(chance),
      new Raw(chance.pick(RAW_NUMBERS)),
      [],
      {},
      true,
    ])
  if (schema.enum !== undefined) return mood === 'edge' ? wildText(chance) : chance.pick(schema.enum)
  switch ([schema.type].flat()[0]) {
    case 'boolean':
      return chance.happens(0.5)
    case 'integer':
    case 'number':
      return numberFor(chance, mood)
    case 'array':
      return arrayFor(chance, known, name, schema)
    case 'object':
      return schema.properties === undefined ? freeObject(chance, mood) : objectFor(chance, known, schema)
    default:
      return textFor(chance, known, name, { schema, mood })
  }
}

function numberFor(chance: Chance, mood: Mood): unknown {
  if (mood === 'edge') return chance.happens(0.3) ? new Raw(chance.pick(RAW_NUMBERS)) : chance.pick(NUMBERS)
  return chance.happens(0.5) ? chance.between(1, 20) : chance.between(1, 5_000) / 100
}

function arrayFor(chance: Chance, known: Known, name: string, schema: Json): unknown {
  const count = chance.weigh([
    [20, 0],
    [50, 1],
    [25, 2],
    [1, 1_000],
    [1, 1_001],
  ])
  const entry = () => valueFor(chance, known, name, schema.items)
  if (count < 1_000) return Array.from({ length: count }, entry)
  return Array(count).fill(entry())
}

/** Returns an object with the required fields and some others, occasionally with a missing or an extra field. */
export function objectFor(chance: Chance, known: Known, { properties, required = [] }: Json): Record<string, unknown> {
  const share = chance.pick([0.05, 0.2, 0.5])
  const taken = Object.keys(properties).filter((name) =>
    required.includes(name) ? !chance.happens(0.01) : chance.happens(share),
  )
  const object: Record<string, unknown> = {}
  for (const name of taken) object[name] = valueFor(chance, known, name, properties[name])
  if (chance.happens(0.02)) object[wildText(chance)] = chance.pick(WILD_VALUES)
  return object
}

function freeObject(chance: Chance, mood: Mood): unknown {
  if (mood === 'usual') return { вес: chance.between(1, 9), цвет: 'красный' }
  const nested = (depth: number): string => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`
  return chance.pick<unknown>([
    new Raw(nested(chance.between(30, 66))),
    new Raw('{"__proto__":{"a":1}}'),
    new Raw('{"a":{"constructor":{"prototype":1}}}'),
    new Raw('{"a":1e309}'),
    { [wildText(chance)]: wildText(chance) },
    { a: chance.pick(WILD_VALUES) },
    Object.fromEntries(Array.from({ length: chance.pick([1_000, 1_001]) }, (_, at) => [`k${at}`, at])),
  ])
}

function textFor(chance: Chance, known: Known, name: string, { schema, mood }: { schema: Json; mood: Mood }): string {
  if (isDate(name)) return chance.pick(mood === 'edge' ? WRONG_DATES : DATES)
  if (isId(name, schema)) return idFor(chance, known, name, mood)
  if (mood === 'edge') return wildText(chance)
  if ((name === 'customer' || name === 'supplier') && known.partners.length > 0) return chance.pick(known.partners)
  if (name === 'phone') return `+7 916 ${chance.between(1_000_000, 9_999_999)}`
  return `${chance.pick(['Чай', 'Кофе', 'tea', 'Ёлка', 'А-1'])} ${chance.between(1, 99)}`
}

export function idFor(chance: Chance, known: Known, name: string, mood: Mood): string {
  const own = known.ids[name] ?? []
  if (mood === 'usual' && own.length > 0) return chance.pick(own)
  const any = Object.values(known.ids).flat()
  return chance.pick([chance.pick(IDS), chance.pick(known.strangers), chance.pick(any.length > 0 ? any : IDS)])
}
