/**
 * Writes sdk/labels.ts and sdk/refusals.*.ts from docs/openapi.json: the labels of record fields and their fixed
 * values, and the sentences for each refusal code. Writes sdk/audit.*.ts from the audit log's table of actions. A test
 * checks that the files are current.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { LOG_TEXTS } from '../server/domain/audit-log.ts'
import { formatted } from './sdk-types.ts'

const DOCUMENT = new URL('../docs/openapi.json', import.meta.url)
const LABELS = new URL('../sdk/labels.ts', import.meta.url)

interface Field {
  readonly 'x-label'?: object
  readonly 'x-choices'?: object
  readonly 'x-by-code'?: Readonly<Record<string, Schema>>
  readonly enum?: readonly string[]
}
interface Schema {
  readonly $ref?: string
  readonly properties?: Record<string, Field & { readonly items?: Schema }>
  readonly oneOf?: readonly Schema[]
  readonly 'x-told'?: Said[string]
}
interface Document {
  readonly paths: Record<string, { readonly get?: Operation }>
  readonly components: { readonly schemas: Record<string, Schema> }
}
interface Operation {
  readonly operationId: string
  readonly responses: Record<string, { readonly content?: Record<string, { readonly schema: Schema }> }>
}

const LIST = /^list(?=[A-Z])/
const lowerFirst = (name: string) => name.charAt(0).toLowerCase() + name.slice(1)

/** Returns the source text of sdk/labels.ts: the labels, keyed by the list's name in the client. */
export function printLabels(): string {
  const { paths, components } = JSON.parse(readFileSync(DOCUMENT, 'utf8')) as Document
  const titled = ({ $ref }: Schema) => components.schemas[$ref?.split('/').at(-1) ?? '']
  const lists = Object.values(paths).flatMap(({ get }) =>
    get !== undefined && LIST.test(get.operationId) ? [get] : [],
  )
  const kinds = lists.flatMap(({ operationId, responses }) => {
    const page = responses['200']?.content?.['application/json']?.schema
    const entry = titled(page ?? {})?.properties?.items?.items
    // Leave out the ids of records, which need no label because users never see them.
    const { id: _id, ...fields } = titled(entry ?? {})?.properties ?? {}
    return [{ kind: lowerFirst(operationId.replace(LIST, '')), fields: Object.entries(fields) }]
  })
  const pick = (part: keyof Field) =>
    Object.fromEntries(
      kinds
        .map(({ kind, fields }) => {
          const said = fields.flatMap(([name, field]) =>
            field[part] === undefined ? [] : [[name, field[part]] as const],
          )
          return [kind, Object.fromEntries(said)] as const
        })
        .filter(([, said]) => Object.keys(said).length > 0),
    )
  return formatted(
    `/** Generated from docs/openapi.json by \`npm run sdk:types\`: the labels of record fields, by list and field. */
export const LABELS = ${JSON.stringify(pick('x-label'))} as const

/** The labels of a field’s fixed values. */
export const CHOICES = ${JSON.stringify(pick('x-choices'))} as const
`,
    'sdk/labels.ts',
  )
}

const LANGUAGES = ['ru', 'en'] as const
type Language = (typeof LANGUAGES)[number]
type Said = Readonly<Record<string, Readonly<Record<Language, string>>>>

const refusalsIn = (language: Language) => `sdk/refusals.${language}.ts`

/**
 * Returns the source text of sdk/refusals.ru.ts or its English counterpart: a sentence for each error code, sentences
 * with `figures` by code and reason, and a sentence for each kind of field error. Each language has its own file,
 * because a page needs only one.
 */
export function printRefusals(language: Language): string {
  const { schemas } = (JSON.parse(readFileSync(DOCUMENT, 'utf8')) as Document).components
  const { code, figures } = schemas.Problem!.properties!
  const said = (code!['x-choices'] ?? {}) as Said
  const told = Object.entries(figures!['x-by-code'] ?? {}).flatMap(([name, schema]) => toldOf(schemas, name, schema))
  const faults = Object.entries(schemas.FieldError!.properties!.code!['x-choices'] as Said)
  const sentences = [
    ...Object.entries(said),
    ...told,
    ...faults.map(([name, words]) => [`field-${name}`, words] as const),
  ]
  return formatted(
    `/** Generated from docs/openapi.json by \`npm run sdk:types\`: messages for people about refusals, by code and reason, and about fields. */
export const REFUSALS = ${JSON.stringify(Object.fromEntries(sentences.map(([name, words]) => [name, words[language]])))} as const
`,
    refusalsIn(language),
  )
}

/**
 * Returns an error code's sentences with `figures`, by key: `LOTS_CONSUMED-figures`, or one for each reason, such as
 * `NOT_STOCKED-bundle`.
 */
function toldOf(schemas: Document['components']['schemas'], code: string, { $ref }: Schema): [string, Said[string]][] {
  const schema = schemas[$ref!.split('/').at(-1)!]!
  const told = schema['x-told']
  if (schema.oneOf === undefined) return told === undefined ? [] : [[`${code}-figures`, told]]
  return schema.oneOf.flatMap(({ $ref: one }) => {
    const { properties, 'x-told': words } = schemas[one!.split('/').at(-1)!]!
    return words === undefined ? [] : [[`${code}-${properties!.reason!.enum![0]}`, words]]
  })
}

const auditIn = (language: Language) => `sdk/audit.${language}.ts`

/**
 * Returns the source text of sdk/audit.ru.ts or its English counterpart: the sentences of the audit log, and the words
 * used in them.
 */
export function printAudit(language: Language): string {
  return formatted(
    `/** Generated from server/domain/audit-log.ts by \`npm run sdk:types\`: the sentences of the audit log by action, and the words in them. */
export const AUDIT = ${JSON.stringify(LOG_TEXTS[language])} as const
`,
    auditIn(language),
  )
}

if (import.meta.main) {
  writeFileSync(LABELS, printLabels())
  for (const language of LANGUAGES) {
    writeFileSync(new URL(`../${refusalsIn(language)}`, import.meta.url), printRefusals(language))
    writeFileSync(new URL(`../${auditIn(language)}`, import.meta.url), printAudit(language))
  }
}
