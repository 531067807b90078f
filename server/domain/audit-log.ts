/**
 * The audit log's table of actions: for each one the figures that its entries store, and the sentence that is made of
 * them, in Russian and in English. From it come the `summary` of the API, the files of the log, the app's words and the
 * types of `figures` in the OpenAPI document. docs/decisions/0065
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

/** What an entry of the audit log is about: a noun and a past verb, such as `order.shipped`. */
export type Action = keyof typeof SAYINGS

/** What commands log: the action, and its figures in the form that answers show. */
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

/** Makes the entry that a command leaves in the audit log. It does not compile with other figures than the action's. */
export function log<A extends Action>(action: A, figures: FiguresSaid<(typeof SAYINGS)[A]>): Logged {
  return { action, figures: showSaid(ACTIONS[action]!, figures as ShownFigures) }
}

/** What an update did to a record. Only archiving has an action of its own. */
export type UpdateVerb = 'updated' | 'archived' | 'restored'

/**
 * Makes the entry of a record that has a name. `entity`: the kind of record as actions name it. A kind whose sentences
 * have more figures needs `log`.
 */
export function logRecord(entity: string, verb: UpdateVerb | 'created' | 'deleted', name: string): Logged {
  const isUpdate = verb === 'updated' || verb === 'restored'
  const action = `${entity}.${isUpdate ? 'updated' : verb}` as Action
  return { action, figures: showSaid(ACTIONS[action]!, { ...(isUpdate && { how: verb }), name }) }
}

/** An entry as it is stored: its action may be one that only a later version knows. */
interface StoredEntry {
  readonly action: string
  readonly figures: ShownFigures
}

/**
 * Returns the `summary` of an entry: the English sentence as programs have always got it, with straight quotation
 * marks, words of the API, and figures without grouping.
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

/** Returns the figures without costs; null when the action is unknown, because then its costs are too. */
export function figuresWithoutCosts({ action, figures }: StoredEntry): ShownFigures | null {
  const saying = storedSaying(action, figures)
  if (saying === undefined) return null
  return Object.fromEntries(Object.entries(figures).filter(([name]) => saying.figures[name] !== 'cost'))
}

/** True when an entry of the action may name a cost. */
export function mayNameCost(action: string): boolean {
  const about = ACTIONS[action]
  if (about === undefined) return false
  return sayingsOf(about).some(({ saying }) => Object.values(saying.figures).includes('cost'))
}

function storedSaying(action: string, { how }: ShownFigures): Saying | undefined {
  const about = ACTIONS[action]
  return about === undefined ? undefined : sayingOf(about, how)
}

/** Returns every sentence of an action, each with the way in which it is done; null: the action has only one. */
export function sayingsOf(about: AboutAction): readonly { readonly how: string | null; readonly saying: Saying }[] {
  if (!('hows' in about)) return [{ how: null, saying: about }]
  return Object.entries(about.hows).map(([how, saying]) => ({ how, saying }))
}

/** The kinds of figures that every language writes as they are. */
const AS_THEY_ARE: readonly unknown[] = ['id', 'name']

/**
 * The texts of the log by language and key, as `logSentence` looks them up: sentences with the kinds of their figures,
 * and words.
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

/** Returns the sentence of an entry for people; null when its action is unknown. */
export const sentenceIn = (language: Language, entry: StoredEntry): string | null =>
  logSentence(entry, language, (key) => LOG_TEXTS[language][key] ?? null)

/** Returns the sentence with the kind of each figure beside its name: `{{total:money}}`. */
function withKinds({ figures, said }: Saying, language: 0 | 1): string {
  return said[language].replaceAll(/\{\{(\w+)\}\}/g, (whole, name: string) => {
    const kind = figures[name]!
    if (AS_THEY_ARE.includes(kind)) return whole
    const printedAs = typeof kind === 'string' ? kind : Array.isArray(kind) ? 'words' : 'word'
    return `{{${name}:${printedAs}}}`
  })
}

/** Returns the words of all figures. A word means the same in every sentence. */
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
