/**
 * The table of all actions in the audit log. For each action, it contains the kinds of the entry's `figures` (the
 * values that the entry stores), and the sentence made from them in Russian and English. The API's `summary`, the
 * exported log files, the app's texts and the types of `figures` in the OpenAPI document are derived from this table.
 * docs/decisions/0065
 */
import { fillSentence, logSentence } from '../../spellings/sentences.ts'
import { COMPANY_SAYINGS } from './audit-of-company.ts'
import { DATE_SAYINGS } from './audit-of-dates.ts'
import { DELIVERY_SAYINGS } from './audit-of-deliveries.ts'
import { ORDERING_SAYINGS } from './audit-of-ordering.ts'
import { PICKING_SAYINGS } from './audit-of-picking.ts'
import { REFERENCE_SAYINGS } from './audit-of-records.ts'
import { RETURN_SAYINGS } from './audit-of-returns.ts'
import { SHIPMENT_SAYINGS } from './audit-of-shipments.ts'
import { STOCKTAKE_SAYINGS } from './audit-of-stocktakes.ts'
import { TRADE_SAYINGS } from './audit-of-trade.ts'
import {
  type AboutAction,
  type FiguresSaid,
  ofAnyGender,
  ofRecords,
  type Saying,
  sayingOf,
  showSaid,
} from './audit-saying.ts'
import { RECORD_WORDS } from './audit-words.ts'
import type { ShownFigures } from './figures.ts'
import { KINDS, namesOf, PLAIN_KINDS } from './kinds.ts'
import { LANGUAGES, type Language } from './languages.ts'

const SAYINGS = {
  ...REFERENCE_SAYINGS,
  ...TRADE_SAYINGS,
  ...SHIPMENT_SAYINGS,
  ...RETURN_SAYINGS,
  ...ORDERING_SAYINGS,
  ...DELIVERY_SAYINGS,
  ...PICKING_SAYINGS,
  ...STOCKTAKE_SAYINGS,
  ...DATE_SAYINGS,
  ...COMPANY_SAYINGS,
}

/** An action in the audit log: a noun and a past participle, such as `order.shipped`. */
export type Action = keyof typeof SAYINGS

/** The data that a command logs: the action, and its `figures` in the form used in responses. */
export interface Logged {
  readonly action: Action
  readonly figures: ShownFigures
}

/** The actions of commands that are generated for simple kinds of record. */
const OF_PLAIN_KINDS: Readonly<Record<string, AboutAction>> = Object.assign(
  {},
  ...PLAIN_KINDS.map((kind) => {
    const { what, entity } = namesOf(kind)
    return ofRecords(entity, upperFirst(what), ofAnyGender(KINDS[kind].one[0]))
  }),
)

/** The table of all actions, for looking up an action known only at run time. */
export const ACTIONS: Readonly<Record<string, AboutAction>> = { ...SAYINGS, ...OF_PLAIN_KINDS }

/** Makes a command's entry for the audit log. `figures` that do not match the action are a compile error. */
export function log<A extends Action>(action: A, figures: FiguresSaid<(typeof SAYINGS)[A]>): Logged {
  return { action, figures: showSaid(ACTIONS[action]!, figures as ShownFigures) }
}

/** How an update changed a record. Only archiving has its own action; restoring is logged as an update. */
export type UpdateVerb = 'updated' | 'archived' | 'restored'

/**
 * Makes the log entry for an action on a record that has a name. `entity`: the kind of record, as in the names of
 * actions. For a kind whose sentences need further values, use `log`.
 */
export function logRecord(entity: string, verb: UpdateVerb | 'created' | 'deleted', name: string): Logged {
  const isUpdate = verb === 'updated' || verb === 'restored'
  const action = `${entity}.${isUpdate ? 'updated' : verb}` as Action
  return { action, figures: showSaid(ACTIONS[action]!, { ...(isUpdate && { how: verb }), name }) }
}

/**
 * A stored log entry. Its action may have been added by a later version of the service, so this version may not
 * recognize it.
 */
interface StoredEntry {
  readonly action: string
  readonly figures: ShownFigures
}

/**
 * Returns an entry's `summary`: the English sentence in the form API clients rely on, with straight quotation marks,
 * API words, and numbers without thousands separators.
 */
export function summaryOf({ action, figures }: StoredEntry): string {
  const saying = storedSaying(action, figures)
  if (saying === undefined) return action
  return fillSentence(saying.said[1].replaceAll(/[“”]/g, '"'), (name) => {
    const value = figures[name]
    if (value === undefined) return null
    return Array.isArray(value) ? value.join(', ') : String(value)
  })
}

/**
 * Returns the `figures` without costs, or null for an unknown action, because then it is not known which of them are
 * costs.
 */
export function figuresWithoutCosts({ action, figures }: StoredEntry): ShownFigures | null {
  const saying = storedSaying(action, figures)
  if (saying === undefined) return null
  return Object.fromEntries(Object.entries(figures).filter(([name]) => saying.figures[name] !== 'cost'))
}

/** True when log entries for this action may contain a cost. */
export function mayNameCost(action: string): boolean {
  const about = ACTIONS[action]
  if (about === undefined) return false
  return sayingsOf(about).some(({ saying }) => Object.values(saying.figures).includes('cost'))
}

function storedSaying(action: string, { how }: ShownFigures): Saying | undefined {
  const about = ACTIONS[action]
  return about === undefined ? undefined : sayingOf(about, how)
}

/**
 * Returns every sentence of an action with its `how`: the way in which the action is done, or null when the action has
 * only one sentence.
 */
export function sayingsOf(about: AboutAction): readonly { readonly how: string | null; readonly saying: Saying }[] {
  if (!('hows' in about)) return [{ how: null, saying: about }]
  return Object.entries(about.hows).map(([how, saying]) => ({ how, saying }))
}

/** The kinds of `figures` that are shown unchanged in every language. */
const AS_THEY_ARE: readonly unknown[] = ['id', 'name']

/**
 * The audit log's texts by language, and by the key with which `logSentence` looks them up: words, and sentences that
 * state the kinds of their values.
 */
export const LOG_TEXTS = Object.fromEntries(
  LANGUAGES.map((language, at) => {
    const sentences = Object.entries(ACTIONS).flatMap(([action, about]) =>
      sayingsOf(about).map(({ how, saying }) => [
        `${action.replace('.', '-')}${how === null ? '' : `-${how}`}`,
        withKinds(saying, at as 0 | 1),
      ]),
    )
    const words = Object.entries(allWords()).map(([word, said]) => [`word-${word}`, said[at]!])
    return [language, Object.fromEntries([...sentences, ...words])]
  }),
) as Readonly<Record<Language, Readonly<Record<string, string>>>>

/** Returns an entry's sentence as people read it; null when its action is unknown. */
export const sentenceIn = (language: Language, entry: StoredEntry): string | null =>
  logSentence(entry, language, (key) => LOG_TEXTS[language][key] ?? null)

/** Returns the sentence with the kind of each value added to the value's name, as in `{{total:money}}`. */
function withKinds({ figures, said }: Saying, language: 0 | 1): string {
  return said[language].replaceAll(/\{\{(\w+)\}\}/g, (whole, name: string) => {
    const kind = figures[name]!
    if (AS_THEY_ARE.includes(kind)) return whole
    const printedAs = typeof kind === 'string' ? kind : Array.isArray(kind) ? 'words' : 'word'
    return `{{${name}:${printedAs}}}`
  })
}

/**
 * Returns the translations of all words that `figures` may contain. A word is translated the same way in every
 * sentence.
 */
function allWords(): Record<string, readonly [ru: string, en: string]> {
  const kinds = Object.values(ACTIONS).flatMap((about) =>
    sayingsOf(about).flatMap(({ saying }) => Object.values(saying.figures)),
  )
  const choices = kinds.flatMap((kind) => (typeof kind === 'string' ? [] : [kind].flat()))
  return Object.assign({ ...RECORD_WORDS }, ...choices)
}

function upperFirst(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`
}
