/**
 * Problems in the OpenAPI document: the `figures` of each code, and the faults of fields. http/wire/problems.ts sends
 * the problems.
 */
import { type TSchema, Type } from 'typebox'
import { FIELD_FAULTS } from '../../domain/field-faults.ts'
import { exampleId } from '../../domain/fields/examples.ts'
import type { FigureKind, FigureKinds } from '../../domain/figures.ts'
import { bilingual, type Words } from '../../domain/languages.ts'
import { ABOUT } from '../../domain/problems.ts'
import { PROBLEMS, type ProblemCode } from '../../domain/refusals.ts'
import { FIELD_WORDS } from './words.ts'

/** Codes that any operation may return; `x-refusals` does not list them. */
export const OF_ANY_OPERATION: readonly ProblemCode[] = [
  ...(['VALIDATION_FAILED', 'MALFORMED_JSON', 'IDEMPOTENCY_KEY_REQUIRED', 'IDEMPOTENCY_KEY_INVALID'] as const),
  ...(['IDEMPOTENCY_KEY_REUSED', 'UNAUTHENTICATED', 'FORBIDDEN', 'ORIGIN_REJECTED', 'ROUTE_NOT_FOUND'] as const),
  ...(['REQUEST_TIMEOUT', 'BODY_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE', 'RATE_LIMITED', 'INTERNAL'] as const),
  'UNAVAILABLE',
]

const ReferenceCount = Type.Object(
  { entity: Type.String(), count: Type.Integer({ description: 'The number of records.' }) },
  { title: 'ReferenceCount', description: 'The number of records of one kind.' },
)

interface OfKind {
  readonly schema: TSchema
  /** The description of a value in `figures`, for a name that has no specific description. */
  readonly meaning: string
  readonly example: unknown
}

const KINDS: Readonly<Record<Extract<FigureKind, string>, OfKind>> = {
  quantity: { schema: Type.Unsafe({ type: 'number', unit: 'milli' }), meaning: 'A quantity of goods.', example: 5 },
  count: { schema: Type.Integer(), meaning: 'The number of records.', example: 2 },
  bound: { schema: Type.Number(), meaning: 'A limit.', example: 0.001 },
  day: { schema: Type.String(), meaning: 'A calendar day.', example: '2026-03-01' },
  id: { schema: Type.String(), meaning: 'An id.', example: exampleId('record') },
  name: { schema: Type.String(), meaning: 'The name that people use.', example: 'Чайник' },
  word: { schema: Type.String(), meaning: 'A word defined by the API.', example: 'product' },
  words: { schema: Type.Array(Type.String()), meaning: 'Words defined by the API.', example: ['product'] },
  counts: {
    schema: Type.Array(ReferenceCount),
    meaning: 'The number of records of each kind.',
    example: [{ entity: 'order', count: 2 }],
  },
}

const MEANINGS: Readonly<Record<string, string>> = {
  asked: 'The requested quantity.',
  available: 'The available quantity: on hand and not reserved.',
  left: 'The quantity left.',
  received: 'The quantity received.',
  gone: 'The quantity already used.',
  lots: 'The number of lots with goods left in the warehouse.',
  orders: 'The number of open orders of the warehouse.',
  bundles: 'The number of active bundles that contain the product.',
  references: 'The number of records that refer to the record, by kind.',
  entity: 'The kind of record.',
  count: 'The number of records.',
  number: 'The number that people use for the record.',
  status: 'The current status.',
  externalId: 'The id in the other system.',
  contractId: 'The id of the contract.',
  documentId: 'The id of the document.',
  importId: 'The id of the import.',
  lotId: 'The id of the lot.',
  id: 'The id of the record.',
  name: 'The name of the record.',
  contract: 'The number of the contract, or its id if it has no number.',
  role: 'The role in question.',
  allowed: 'The allowed values.',
  from: 'The current status.',
  to: 'The requested status.',
  kind: 'The kind of product.',
  differs: 'The field that differs.',
  missing: 'The fields that lack a value.',
  earlierId: 'The id of the table import that received the file first.',
  page: 'The page of the file, counted from 1.',
  pages: 'The number of pages in the file.',
  width: 'The width in pixels.',
  height: 'The height in pixels.',
  most: 'The upper limit, in main units of the field; for bodies in bytes, for pictures in pixels.',
  least: 'The lower limit.',
  first: 'The first day that is allowed.',
  last: 'The last day that is allowed.',
  bound: 'The value must be greater than this.',
  decimals: 'The maximum number of decimals.',
  types: 'The allowed types.',
  reason: 'The reason why the code was given.',
}

const schemaOf = (name: string, kind: FigureKind): TSchema => {
  const schema = typeof kind === 'string' ? KINDS[kind].schema : Type.String({ enum: [...kind] })
  const ofKind = typeof kind === 'string' ? KINDS[kind].meaning : 'One of these values.'
  const meaning = MEANINGS[name] ?? FIELD_WORDS[name] ?? ofKind
  const units = kind === 'quantity' ? ' In main units, at most 3 decimals: steps of 0.001.' : ''
  return Type.Unsafe({ ...schema, description: `${meaning}${units}` })
}

const schemasOf = (kinds: FigureKinds) =>
  Object.fromEntries(Object.entries(kinds).map(([name, kind]) => [name, schemaOf(name, kind)]))

export const pascalCase = (text: string) =>
  text
    .toLowerCase()
    .split('_')
    .map((part) => `${part.charAt(0).toUpperCase()}${part.slice(1)}`)
    .join('')

const told = (words: Words | undefined) => (words === undefined ? {} : { 'x-told': bilingual(words) })

function figuresOf(code: ProblemCode): TSchema | null {
  const about = ABOUT[code]
  const title = `${pascalCase(code)}Figures`
  if (about.reasons !== undefined)
    return Type.Unsafe({
      title,
      description: `The figures of \`${code}\`, which depend on its reason.`,
      oneOf: Object.entries(about.reasons).map(([reason, one]) =>
        Type.Object(
          {
            reason: Type.String({ enum: [reason], description: MEANINGS.reason! }),
            ...schemasOf(one.figures),
          },
          {
            title: `${pascalCase(code)}${pascalCase(reason)}`,
            description: `The figures of \`${code}\` for the reason \`${reason}\`.`,
            ...told(one.told),
          },
        ),
      ),
    })
  if (about.figures === undefined) return null
  return Type.Object(schemasOf(about.figures), {
    title,
    description: `The figures of \`${code}\`.`,
    ...told(about.told),
  })
}

const CODES = Object.keys(PROBLEMS) as ProblemCode[]

/** The schema of each code's `figures`, for codes that have any. */
export const FIGURES: ReadonlyMap<ProblemCode, TSchema> = new Map(
  CODES.flatMap((code) => {
    const schema = figuresOf(code)
    return schema === null ? [] : [[code, schema] as const]
  }),
)

/** The schema of the `figures` of any code. */
export const AnyFigures = Type.Unsafe({
  anyOf: [...FIGURES.values()],
  description:
    'What happened, as data; `code` decides which figures there are. Answers stored before figures were introduced do not have them.',
  'x-by-code': Object.fromEntries(FIGURES),
})

export const Code = Type.String({
  enum: CODES,
  'x-choices': Object.fromEntries(CODES.map((code) => [code, bilingual(PROBLEMS[code].said)])),
  'x-of-any-operation': OF_ANY_OPERATION,
})

const faults = Object.entries(FIELD_FAULTS)
const FieldError = Type.Object(
  {
    path: Type.String(),
    message: Type.String(),
    code: Type.Optional(
      Type.String({
        enum: faults.map(([code]) => code),
        'x-choices': Object.fromEntries(faults.map(([code, { told: words }]) => [code, bilingual(words)])),
        description: 'What is wrong with the field, for programs.',
      }),
    ),
    figures: Type.Optional(
      Type.Object(
        Object.fromEntries(
          faults.flatMap(([, { figures }]) =>
            Object.entries(figures).map(([name, kind]) => [name, Type.Optional(schemaOf(name, kind))]),
          ),
        ),
        { title: 'FieldFigures', description: 'The figures of the field error.' },
      ),
    ),
  },
  { title: 'FieldError', description: 'One error in the request.' },
)

const Blocker = Type.Object(
  {
    entity: Type.String(),
    id: Type.String(),
    label: Type.String(),
    name: Type.Optional(Type.String({ description: 'The name or number of the record, if it has one.' })),
    day: Type.Optional(
      Type.String({ description: 'For a record that people know by its day: that day, such as `2026-03-01`.' }),
    ),
    kind: Type.Optional(Type.String({ description: 'The kind of movement or contract.' })),
  },
  { title: 'Blocker', description: 'A record that prevents the change.' },
)

const CommandOfBatch = Type.Object(
  {
    index: Type.Integer({ minimum: 0, description: 'The position of the command in the batch, counted from 0.' }),
    key: Type.String({ description: 'The key of the command.' }),
  },
  {
    title: 'CommandOfBatch',
    description: 'The command of a batch because of which none of its commands was executed.',
  },
)

export const ProblemSchema = Type.Object(
  {
    type: Type.String(),
    title: Type.String(),
    status: Type.Integer(),
    code: Code,
    detail: Type.String(),
    figures: Type.Optional(AnyFigures),
    errors: Type.Optional(Type.Array(FieldError)),
    blockers: Type.Optional(Type.Array(Blocker)),
    keyUsed: Type.Optional(Type.Boolean()),
    hint: Type.Optional(Type.String()),
    command: Type.Optional(CommandOfBatch),
    requestId: Type.String(),
  },
  {
    title: 'Problem',
    description: 'RFC 9457. `code` says what happened, `figures` give the data, and `detail` says what to do.',
  },
)

/** The codes that a response with this status may contain. */
export function codesOf(status: number): ProblemCode[] {
  return CODES.filter((code) => PROBLEMS[code].status === status)
}

/** Example values for names in `figures` for which the default example of their kind would be misleading. */
const EXAMPLES: Readonly<Record<string, unknown>> = {
  ...{ available: 3, left: 3, gone: 2, number: '00017', contract: '5/26', warehouse: 'Основной склад' },
  ...{ fileName: 'УПД 1542.pdf', externalId: '17', source: 'ozon', status: 'posted', from: 'closed', to: 'draft' },
  ...{ allowed: ['posted', 'cancelled'], role: 'viewer', missing: ['lines'] },
}

/** Returns example `figures` for a code. */
export function exampleFigures(code: ProblemCode): Record<string, unknown> | null {
  const { figures, reasons } = ABOUT[code]
  const [reason, first] = Object.entries(reasons ?? {})[0] ?? []
  const kinds = first?.figures ?? figures
  if (kinds === undefined) return null
  const exampleOf = (name: string, kind: FigureKind) => {
    if (typeof kind !== 'string') return kind[0]
    return kind === 'id' ? exampleId(name) : (EXAMPLES[name] ?? KINDS[kind].example)
  }
  const values = Object.entries(kinds).map(([name, kind]) => [name, exampleOf(name, kind)])
  return { ...(reason !== undefined && { reason }), ...Object.fromEntries(values) }
}
