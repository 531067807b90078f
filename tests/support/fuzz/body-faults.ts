/** Derives from the schema of a body all ways to make one of its fields wrong. */

/** The parts of JSON Schema that are used here. `text`, `unit` and `customValues` are keywords that the server adds. */
export interface Schema {
  readonly type?: string | readonly string[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly items?: Schema
  readonly enum?: readonly unknown[]
  readonly minLength?: number
  readonly maxLength?: number
  readonly minItems?: number
  readonly maxItems?: number
  readonly minimum?: number
  readonly text?: true
  readonly unit?: 'milli' | 'minor' | 'percent'
  readonly moment?: true | 'day' | 'or day'
  readonly timeZone?: true
  readonly customValues?: true
}

type Body = Record<string, unknown>

/**
 * One field of a body. The body is made later, from an example that becomes valid only once the records it refers to
 * exist.
 */
export interface Field {
  /** The field's JSON pointer, with 0 for an entry of an array. */
  readonly path: string
  readonly name: string
  readonly schema: Schema
  /** Returns the example with this value in the field. `ids` are used for other fields that must refer to existing records. */
  readonly put: (base: Body, value: unknown, ids?: Ids) => Body
}

type Ids = Readonly<Record<string, string>>

export interface Fault {
  /** A description of the fault, used in the title of a test. */
  readonly title: string
  /** The path that the refusal must report. */
  readonly path: string
  readonly bodyFrom: (base: Body) => Body
}

const LONE_SURROGATE = '\ud800'
const ID_LENGTH = 64

export const isId = (schema: Schema): boolean => typesOf(schema).includes('string') && schema.maxLength === ID_LENGTH

function typesOf({ type }: Schema): readonly string[] {
  return type === undefined ? [] : typeof type === 'string' ? [type] : type
}

const isNullable = (schema: Schema) => typesOf(schema).includes('null')

/** Returns every field of a body, including the fields of objects in arrays. */
export function fieldsOf(body: Schema): Field[] {
  return Object.entries(body.properties ?? {}).flatMap(([name, schema]) => {
    const field: Field = { path: `/${name}`, name, schema, put: (base, value) => ({ ...base, [name]: value }) }
    return [field, ...entryFields(field)]
  })
}

function entryFields(list: Field): Field[] {
  const { items } = list.schema
  if (items === undefined) return []
  const entry: Field = {
    path: `${list.path}/0`,
    name: list.name,
    schema: items,
    put: (base, value) => list.put(base, [value]),
  }
  const inner = Object.entries(items.properties ?? {}).map(
    ([name, schema]): Field => ({
      path: `${entry.path}/${name}`,
      name,
      schema,
      put: (base, value, ids = {}) => entry.put(base, { ...(sampleOf(items, name, ids) as Body), [name]: value }),
    }),
  )
  return [entry, ...inner]
}

/** Returns a value that matches a schema; an object gets its required fields. */
function sampleOf(schema: Schema, name: string, ids: Ids = {}): unknown {
  if (schema.enum !== undefined) return schema.enum[0]
  if (schema.properties !== undefined)
    return Object.fromEntries((schema.required ?? []).map((key) => [key, sampleOf(schema.properties![key]!, key, ids)]))
  if (schema.items !== undefined) return [sampleOf(schema.items, name, ids)]
  if (schema.moment !== undefined) return '2026-03-01'
  if (schema.timeZone !== undefined) return 'Asia/Omsk'
  if (isId(schema)) return ids[name] ?? 'id'
  const [type] = typesOf(schema)
  return { string: 'слово', number: 1, integer: 1, boolean: false, object: {} }[type!]
}

/** Returns every possible fault of one field. */
export function faultsOf(field: Field): Fault[] {
  const { schema, path } = field
  const faults = wrongValues(schema).map(
    ([title, value]): Fault => ({ title: `${path} ${title}`, path, bodyFrom: (base) => field.put(base, value) }),
  )
  if (schema.items !== undefined)
    faults.push({
      title: `${path} with ${schema.maxItems! + 1} entries`,
      path,
      bodyFrom: (base) => {
        const entry = sampleOf(schema.items!, field.name)
        return field.put(base, Array(schema.maxItems! + 1).fill(entry))
      },
    })
  if (schema.properties !== undefined) faults.push(...faultsOfKeys(field))
  return faults
}

/** Returns the faults of an object in an array: an unknown key, and each required key missing. */
function faultsOfKeys(field: Field): Fault[] {
  const { schema, path, put } = field
  const sample = sampleOf(schema, field.name) as Body
  return [
    {
      title: `${path} with an unknown key`,
      path: `${path}/unknown~1key`,
      bodyFrom: (base) => put(base, { ...sample, 'unknown/key': 1 }),
    },
    ...(schema.required ?? []).map((key) => ({
      title: `${path} without ${key}`,
      path: `${path}/${key}`,
      bodyFrom: (base: Body) => put(base, without(sample, key)),
    })),
  ]
}

export function without(body: Body, key: string): Body {
  const { [key]: _gone, ...kept } = body
  return kept
}

type Wrong = readonly [string, unknown]

function wrongValues(schema: Schema): Wrong[] {
  const wrong = wrongByType(schema)
  return isNullable(schema) ? wrong : [...wrong, ['null', null]]
}

function wrongByType(schema: Schema): Wrong[] {
  const [type] = typesOf(schema)
  if (schema.enum !== undefined) return [...notA('string'), ['an unknown word', 'nonsense'], ['an empty word', '']]
  if (schema.customValues === true) return [...notA('object'), ...WRONG_CUSTOM_VALUES]
  switch (type) {
    case 'string':
      return isId(schema) ? [...notA('string'), ...WRONG_IDS] : [...notA('string'), ...wrongTexts(schema)]
    case 'number':
      return [...notA('number'), ...wrongNumbers(schema)]
    case 'integer':
      return [...notA('number'), ['with a fraction', 1.5], ...(schema.minimum === 1 ? [['zero', 0] as const] : [])]
    case 'array':
      return [...notA('array'), ...(schema.minItems === 1 ? [['empty', []] as const] : [])]
    default:
      return notA(type!)
  }
}

/**
 * Returns a value of every JSON type but the given one. A string that looks like a number or a boolean still counts as
 * a string.
 */
function notA(type: string): Wrong[] {
  const values: Record<string, unknown> = { string: '5', number: 5, boolean: true, object: {}, array: [] }
  return Object.entries(values)
    .filter(([other]) => other !== type)
    .map(([other, value]) => [`of type ${other}`, value])
}

const WRONG_IDS: Wrong[] = [
  ['empty', ''],
  [`of ${ID_LENGTH + 1} characters`, 'i'.repeat(ID_LENGTH + 1)],
  ['with U+0000', 'a\u0000b'],
  ['with a line feed', 'a\nb'],
  ['with U+007F', 'a\u007fb'],
]

function wrongTexts({ minLength, maxLength, moment, timeZone }: Schema): Wrong[] {
  return [
    ['with U+0000', 'a\u0000b'],
    ['with a lone surrogate', `a${LONE_SURROGATE}b`],
    [`of ${maxLength! + 1} characters`, 'ж'.repeat(maxLength! + 1)],
    ...(minLength === 1
      ? ([
          ['empty', ''],
          ['blank', ' \t\n '],
        ] as const)
      : []),
    ...(timeZone !== undefined
      ? ([
          ['that is no time zone', 'Moscow'],
          ['that is an offset', '+03:00'],
          ['that is an offset of UTC', 'UTC+3'],
          ['of another planet', 'Mars/Olympus'],
        ] as const)
      : []),
    ...(moment !== undefined
      ? ([
          ['that is no moment', 'вчера'],
          ['that is no day', '2026-02-30'],
          ['before 1900', '1899-12-31'],
          ['after 2200 in UTC', '2200-12-31T23:59:59.999-00:01'],
          ['of a year that UTC writes with six digits', '9999-12-31T23:59:59.999-23:59'],
          ['of the year 0', '0000-01-01'],
        ] as const)
      : []),
  ]
}

function wrongNumbers({ unit, minimum }: Schema): Wrong[] {
  const steps: Wrong[] =
    unit === 'milli'
      ? [
          ['0.0001', 0.0001],
          ['1.0005', 1.0005],
        ]
      : unit !== undefined
        ? [
            ['1.005', 1.005],
            ['0.001', 0.001],
          ]
        : []
  return [
    ['1e21', 1e21],
    ['10^12 + 1', 1_000_000_000_001],
    ['-1', -1],
    ['-0.01', -0.01],
    ...(minimum! > 0 ? ([['0', 0]] as const) : []),
    ...steps,
  ]
}

const MAX_DEPTH = 32
const MAX_KEYS = 1_000

const nested = (depth: number): unknown => (depth === 0 ? 1 : { a: nested(depth - 1) })

const WRONG_CUSTOM_VALUES: Wrong[] = [
  ['with the key constructor', { constructor: 1 }],
  ['with the key prototype inside', { a: [{ prototype: 1 }] }],
  ['nested too deeply', nested(MAX_DEPTH + 2)],
  [
    `with ${MAX_KEYS + 1} keys`,
    Object.fromEntries(Array.from({ length: MAX_KEYS + 1 }, (_, index) => [`k${index}`, 1])),
  ],
  ['with U+0000 in a value', { a: '\u0000' }],
  ['with U+0000 in a key', { '\u0000': 1 }],
  ['with a lone surrogate', { a: [LONE_SURROGATE] }],
]
