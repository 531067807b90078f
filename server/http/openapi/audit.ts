/**
 * Describes the `figures` of audit log entries for the OpenAPI document, by action. domain/audit-log.ts has the table
 * of actions.
 */
import { type TSchema, Type } from 'typebox'
import { ACTIONS, sayingsOf } from '../../domain/audit-log.ts'
import type { AboutAction, Saying, SayingKind } from '../../domain/audit-saying.ts'
import { bilingual } from '../../domain/languages.ts'
import { pascalCase } from './problems.ts'

interface OfKind {
  readonly schema: object
  /** The description of a value in `figures`, for a name that has no specific description. */
  readonly meaning: string
}

const ROUBLES = 'In roubles, at most 2 decimals: steps of 0.01.'

const KINDS: Readonly<Record<Extract<SayingKind, string>, OfKind>> = {
  quantity: {
    schema: { type: 'number', unit: 'milli' },
    meaning: 'A quantity of goods. In main units, at most 3 decimals: steps of 0.001.',
  },
  count: { schema: { type: 'integer' }, meaning: 'A number of these.' },
  money: { schema: { type: 'number', unit: 'minor' }, meaning: `An amount. ${ROUBLES}` },
  cost: {
    schema: { type: 'number', unit: 'minor', cost: true },
    meaning: `An amount that callers who may not see costs do not get. ${ROUBLES}`,
  },
  day: { schema: { type: 'string' }, meaning: 'A calendar day of the company, such as `2026-03-01`.' },
  id: { schema: { type: 'string' }, meaning: 'An id.' },
  name: { schema: { type: 'string' }, meaning: 'The name or text at that time.' },
  word: { schema: { type: 'string' }, meaning: 'A kind of record.' },
}

const MEANINGS: Readonly<Record<string, string>> = {
  name: 'The name of the record after the action.',
  number: 'The number that people use for the record.',
  items: 'The number of lines of the order.',
  lines: 'The number of lines.',
  total: `The total. ${ROUBLES}`,
  good: 'The undamaged quantity received. In main units, at most 3 decimals: steps of 0.001.',
  filterId: 'The id of the filter.',
  productId: 'The id of the product.',
  size: 'The size in bytes.',
  width: 'The width in pixels.',
  height: 'The height in pixels.',
  seconds: 'How long reading took, in seconds.',
  products: 'The number of products that had it.',
  partners: 'The number of partners that had it.',
  values: 'The number of values of the filter.',
  paper: 'The number on the paper; a dash if there is none.',
  date: 'The date on the paper, otherwise the day of posting.',
  paperBefore: 'The number that the paper had before.',
  dateBefore: 'The date that the paper had before.',
  prefix: 'The beginning of the token.',
  was: 'The former role.',
  role: 'The role.',
}

function schemaOf(name: string, kind: SayingKind): TSchema {
  if (typeof kind === 'string') {
    const { schema, meaning } = KINDS[kind]
    const described = Type.Unsafe({ ...schema, description: MEANINGS[name] ?? meaning })
    return kind === 'cost' ? Type.Optional(described) : described
  }
  const choices = [kind].flat()[0]!
  const word = Type.String({
    enum: Object.keys(choices),
    'x-choices': Object.fromEntries(Object.entries(choices).map(([choice, words]) => [choice, bilingual(words)])),
    description: MEANINGS[name] ?? 'One of these words.',
  })
  return Array.isArray(kind) ? Type.Array(word, { description: 'Some of these words.' }) : word
}

const propertiesOf = ({ figures }: Saying) =>
  Object.fromEntries(Object.entries(figures).map(([name, kind]) => [name, schemaOf(name, kind)]))

const titleOf = (action: string) => `${pascalCase(action.replace('.', '_'))}Figures`

/** The schema that actions share whose only value in `figures` is the name of the record. */
const NamedFigures = Type.Object(
  { name: schemaOf('name', 'name') },
  { title: 'NamedFigures', description: 'The figures of actions that report only the name of the record.' },
)
const NoFigures = Type.Object({}, { title: 'NoFigures', description: 'The action has no figures.' })

/** Returns the schema that the action shares with others; null if its `figures` need a separate schema. */
function sharedSchema({ figures }: Saying): TSchema | null {
  const [first, ...others] = Object.entries(figures)
  if (first === undefined) return NoFigures
  return others.length === 0 && first[0] === 'name' && first[1] === 'name' ? NamedFigures : null
}

function figuresOf(action: string, about: AboutAction): TSchema {
  const sayings = sayingsOf(about)
  const title = titleOf(action)
  const [{ how, saying }] = sayings as [(typeof sayings)[number]]
  if (how === null)
    return (
      sharedSchema(saying) ?? Type.Object(propertiesOf(saying), { title, description: `The figures of \`${action}\`.` })
    )
  return Type.Unsafe({
    title,
    description: `The figures of \`${action}\`, which depend on how it was done.`,
    oneOf: sayings.map((one) =>
      Type.Object(
        {
          how: Type.String({ enum: [one.how!], description: 'How it was done.' }),
          ...propertiesOf(one.saying),
        },
        {
          title: `${pascalCase(action.replace('.', '_'))}${pascalCase(one.how!)}`,
          description: `The figures of \`${action}\` done as \`${one.how}\`.`,
        },
      ),
    ),
  })
}

const FIGURES = Object.entries(ACTIONS).map(([action, about]) => [action, figuresOf(action, about)] as const)

/** The schema of the `figures` of any action. */
export const LoggedFigures = Type.Unsafe({
  anyOf: [...new Set(FIGURES.map(([, schema]) => schema))],
  description:
    'The names and figures of `summary` as data; `action` decides which there are. Entries written before figures were introduced do not have them.',
  'x-by-action': Object.fromEntries(FIGURES),
})
