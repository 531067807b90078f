/**
 * Removes costs from JSON that was serialized with them: from records as stored in their tables, and from results in
 * the command log.
 */
import type { TSchema } from 'typebox'
import { COMMANDS } from '../commands/table.ts'
import { figuresWithoutCosts, mayNameCost, summaryOf } from '../domain/audit-log.ts'
import { isAboutCosts, isShown } from '../domain/cost-kinds.ts'
import { isCost, type View } from '../domain/costs.ts'
import type { Kind } from '../domain/records.ts'
import { SHOWN } from './serialize.ts'

interface Schema {
  readonly properties?: Readonly<Record<string, Schema>>
  readonly items?: Schema
}

/** Former names of cost fields that were renamed or dropped; old results still use them. */
const FORMER_COSTS: readonly string[] = []

/** Removes the costs from a value. Changes the value itself. */
type Hide = (value: unknown) => void

/** Compiles a function that removes the costs. @returns null when the schema has no cost. */
function compileHide({ properties, items }: Schema): Hide | null {
  if (properties !== undefined) return hideInObject(properties)
  const hide = items === undefined ? null : compileHide(items)
  if (hide === null) return null
  return (value) => {
    for (const entry of value as unknown[]) hide(entry)
  }
}

function hideInObject(properties: Readonly<Record<string, Schema>>): Hide | null {
  const costs = [...Object.keys(properties).filter((name) => isCost(properties[name]!)), ...FORMER_COSTS]
  const others = Object.entries(properties).flatMap(([name, schema]) => {
    const hide = isCost(schema) ? null : compileHide(schema)
    return hide === null ? [] : [{ name, hide }]
  })
  if (costs.length === 0 && others.length === 0) return null
  return (value) => {
    const object = value as Record<string, unknown>
    for (const name of costs) delete object[name]
    // A result with a different shape, such as the result of a deletion, lacks some fields of the schema.
    for (const { name, hide } of others) if (object[name] != null) hide(object[name])
  }
}

const hides = new WeakMap<TSchema, Hide | null>()

/**
 * Returns the JSON in the given view, that is, without costs if the view hides them. The JSON must match the schema.
 */
export function inView(view: View, schema: TSchema, json: string): string {
  if (view === 'full') return json
  const known = hides.get(schema)
  const hide = known === undefined ? compileHide(schema as Schema) : known
  hides.set(schema, hide)
  if (hide === null) return json
  const value: unknown = JSON.parse(json)
  hide(value)
  return JSON.stringify(value)
}

/** For each kind of entity in the audit log, the schemas that the results of commands about it may have. */
const RESULTS = new Map<string, Set<TSchema>>()
for (const { entity, result } of COMMANDS) RESULTS.set(entity, (RESULTS.get(entity) ?? new Set()).add(result))

const HIDDEN_RECORDS = (Object.keys(SHOWN) as Kind[]).filter((kind) => !isShown(kind, 'without costs'))
const HIDDEN_ENTITIES = new Set(
  [...RESULTS].flatMap(([entity, schemas]) =>
    HIDDEN_RECORDS.some((kind) => schemas.has(SHOWN[kind])) ? [entity] : [],
  ),
)

/** The parts of an audit log entry that may contain costs. */
export interface LoggedEntry {
  readonly action: string
  readonly entity_type: string
  readonly summary: string
  readonly figures: string | null
  readonly result: string | null
}

/**
 * Returns the entry as shown to callers who may not see costs; null when the whole entry is about costs. A result with
 * an unknown shape is removed.
 */
export function entryWithoutCosts<E extends LoggedEntry>(entry: E): E | null {
  const { entity_type: entity } = entry
  const schemas = RESULTS.get(entity)
  if (HIDDEN_ENTITIES.has(entity)) return null
  let { result } = entry
  if (result !== null && entity === 'notification' && isAboutCosts('without costs', 'notifications', result))
    return null
  if (schemas === undefined) result = null
  else if (result !== null) for (const schema of schemas) result = inView('without costs', schema, result)
  return { ...entry, ...saidWithoutCosts(entry), result }
}

/** Returns the text and the `figures` of an entry for callers who may not see costs. */
function saidWithoutCosts({ action, summary, figures, result }: LoggedEntry): Pick<LoggedEntry, 'summary' | 'figures'> {
  if (figures !== null) {
    const shown = figuresWithoutCosts({ action, figures: JSON.parse(figures) })
    return shown === null ? { summary: action, figures: null } : { summary, figures: JSON.stringify(shown) }
  }
  if (!mayNameCost(action)) return { summary, figures }
  // A sentence stored by an earlier version may contain the cost, so make a new sentence. The values for it are in the
  // record of the entry.
  const told = figuresWithoutCosts({ action, figures: result === null ? {} : JSON.parse(result) })
  return { summary: told === null ? action : summaryOf({ action, figures: told }), figures }
}
