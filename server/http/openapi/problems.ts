/**
 * Problems in the OpenAPI document: the figures of each code, and the faults of fields. http/wire/problems.ts prints
 * the answers.
 */
import { type TSchema, Type } from 'typebox'
import { FIELD_FAULTS } from '../../domain/field-faults.ts'
import { exampleId } from '../../domain/fields/examples.ts'
import type { FigureKind, FigureKinds } from '../../domain/figures.ts'
import { bilingual, type Words } from '../../domain/languages.ts'
import { ABOUT } from '../../domain/problems.ts'
import { PROBLEMS, type ProblemCode } from '../../domain/refusals.ts'
import { FIELD_WORDS } from './words.ts'

/** Codes that any operation may answer; `x-refusals` does not list them. */
export const OF_ANY_OPERATION: readonly ProblemCode[] = [
  ...(['VALIDATION_FAILED', 'MALFORMED_JSON', 'IDEMPOTENCY_KEY_REQUIRED', 'IDEMPOTENCY_KEY_INVALID'] as const),
  ...(['IDEMPOTENCY_KEY_REUSED', 'UNAUTHENTICATED', 'FORBIDDEN', 'ORIGIN_REJECTED', 'ROUTE_NOT_FOUND'] as const),
  ...(['REQUEST_TIMEOUT', 'BODY_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE', 'RATE_LIMITED', 'INTERNAL'] as const),
  'UNAVAILABLE',
]

const ReferenceCount = Type.Object(
  { entity: Type.String(), count: Type.Integer({ description: 'How many there are.' }) },
  { title: 'ReferenceCount', description: 'How many records of a sort there are.' },
)

interface OfKind {
  readonly schema: TSchema
  /** Describes a figure whose name has no description of its own. */
  readonly meaning: string
  readonly example: unknown
}

const KINDS: Readonly<Record<Extract<FigureKind, string>, OfKind>> = {
  quantity: { schema: Type.Unsafe({ type: 'number', unit: 'milli' }), meaning: 'A quantity of goods.', example: 5 },
  count: { schema: Type.Integer(), meaning: 'How many there are.', example: 2 },
  bound: { schema: Type.Number(), meaning: 'A bound.', example: 0.001 },
  id: { schema: Type.String(), meaning: 'An id.', example: exampleId('record') },
  name: { schema: Type.String(), meaning: 'What people call it.', example: 'Чайник' },
  word: { schema: Type.String(), meaning: 'A word of the API.', example: 'product' },
  words: { schema: Type.Array(Type.String()), meaning: 'Words of the API.', example: ['product'] },
  counts: {
    schema: Type.Array(ReferenceCount),
    meaning: 'How many there are of each sort.',
    example: [{ entity: 'order', count: 2 }],
  },
}

const MEANINGS: Readonly<Record<string, string>> = {
  asked: 'How much is asked for.',
  available: 'How much can be had: on hand and not reserved.',
  left: 'How much is left.',
  received: 'How much came in.',
  gone: 'How much of it is gone.',
  lots: 'How many lots have a remainder there.',
  orders: 'How many orders are open there.',
  bundles: 'How many active bundles it is a component of.',
  references: 'What names the record, by sort.',
  entity: 'What sort of record it is.',
  count: 'How many there are.',
  number: 'By which people call it.',
  status: 'The status that it has.',
  externalId: 'What it is called in the other system.',
  contractId: 'Of the contract.',
  documentId: 'Of the document.',
  importId: 'Of the import.',
  lotId: 'Of the lot.',
  id: 'Of the record.',
  name: 'What it is called.',
  contract: 'The number of the contract, or its id.',
  role: 'The role that it is about.',
  allowed: 'What would do.',
  from: 'The status that it has.',
  to: 'What was asked for.',
  kind: 'What sort of product it is.',
  differs: 'What of it is another.',
  missing: 'The fields that lack a value.',
  earlierId: 'Of the table import that received it.',
  page: 'Of the file, from 1.',
  pages: 'How many the file has.',
  width: 'In pixels.',
  height: 'In pixels.',
  most: 'At most so much, in main units of what it is about; of bodies bytes, of pictures pixels.',
  least: 'At least so much.',
  bound: 'More than this.',
  decimals: 'At most so many.',
  types: 'What it may be.',
  reason: 'For which of its reasons the code was given.',
}

const schemaOf = (name: string, kind: FigureKind): TSchema => {
  const schema = typeof kind === 'string' ? KINDS[kind].schema : Type.String({ enum: [...kind] })
  const ofKind = typeof kind === 'string' ? KINDS[kind].meaning : 'One of these.'
  const meaning = MEANINGS[name] ?? FIELD_WORDS[name] ?? ofKind
  const units = kind === 'quantity' ? ' In main units, at most 3 decimals: steps of 0.001.' : ''
  return Type.Unsafe({ ...schema, description: `${meaning}${units}` })
}

const schemasOf = (kinds: FigureKinds) =>
  Object.fromEntries(Object.entries(kinds).map(([name, kind]) => [name, schemaOf(name, kind)]))

const pascalCase = (text: string) =>
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
      description: `What \`${code}\` tells, by its reason.`,
      oneOf: Object.entries(about.reasons).map(([reason, one]) =>
        Type.Object(
          {
            reason: Type.String({ enum: [reason], description: MEANINGS.reason! }),
            ...schemasOf(one.figures),
          },
          {
            title: `${pascalCase(code)}${pascalCase(reason)}`,
            description: `What \`${code}\` tells for the reason \`${reason}\`.`,
            ...told(one.told),
          },
        ),
      ),
    })
  if (about.figures === undefined) return null
  return Type.Object(schemasOf(about.figures), {
    title,
    description: `What \`${code}\` tells.`,
    ...told(about.told),
  })
}

const CODES = Object.keys(PROBLEMS) as ProblemCode[]

/** The schema of each code's figures, for codes that have figures. */
export const FIGURES: ReadonlyMap<ProblemCode, TSchema> = new Map(
  CODES.flatMap((code) => {
    const schema = figuresOf(code)
    return schema === null ? [] : [[code, schema] as const]
  }),
)

/** The figures of any code. */
export const AnyFigures = Type.Unsafe({
  anyOf: [...FIGURES.values()],
  description:
    'What happened as data: which figures, `code` says. Answers that were stored before there were any lack them.',
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
        description: 'What is wrong with it, for programs.',
      }),
    ),
    figures: Type.Optional(
      Type.Object(
        Object.fromEntries(
          faults.flatMap(([, { figures }]) =>
            Object.entries(figures).map(([name, kind]) => [name, Type.Optional(schemaOf(name, kind))]),
          ),
        ),
        { title: 'FieldFigures', description: 'Those of its code.' },
      ),
    ),
  },
  { title: 'FieldError', description: 'One thing that is wrong with the request.' },
)

const Blocker = Type.Object(
  {
    entity: Type.String(),
    id: Type.String(),
    label: Type.String(),
    name: Type.Optional(Type.String({ description: 'Its name or number, if it has one.' })),
    day: Type.Optional(Type.String({ description: 'Of what is told by its day: that day, such as `2026-03-01`.' })),
    kind: Type.Optional(Type.String({ description: 'What sort it is, of a movement or contract.' })),
  },
  { title: 'Blocker', description: 'A record that stands in the way.' },
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
    requestId: Type.String(),
  },
  { title: 'Problem', description: 'RFC 9457. `code` says what happened; `figures` which, and `detail` what to do.' },
)

/** The codes that an answer with this status may carry. */
export function codesOf(status: number): ProblemCode[] {
  return CODES.filter((code) => PROBLEMS[code].status === status)
}

/** Example values by name, where an example by kind would mislead. */
const EXAMPLES: Readonly<Record<string, unknown>> = {
  ...{ available: 3, left: 3, gone: 2, number: '00017', contract: '5/26', warehouse: 'Основной склад' },
  ...{ fileName: 'УПД 1542.pdf', externalId: '17', source: 'ozon', status: 'posted', from: 'closed', to: 'draft' },
  ...{ allowed: ['posted', 'cancelled'], role: 'viewer', missing: ['lines'] },
}

/** Example figures for a code. */
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
