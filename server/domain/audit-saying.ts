/**
 * Types for the texts of the audit log: the data that an action reports, and the sentence made from it.
 * docs/decisions/0065
 */
import { MILLI_PER_UNIT, MINOR_PER_UNIT, type Milli, type Minor } from '../../amounts/quantity.ts'
import type { ShownFigures } from './figures.ts'
import type { Words } from './languages.ts'

/** The TypeScript type of each kind of value in `figures`, as it is given when an entry is added to the audit log.
 * Responses may show the value in another unit. */
interface Given {
  /** A quantity in thousandths. Responses show it in main units, such as kilograms. */
  readonly quantity: Milli
  readonly count: number
  /** An amount in kopecks that everybody may see, such as an order total. Responses show it in roubles. */
  readonly money: Minor
  /**
   * An amount in kopecks that is hidden from callers who may not see costs. The sentence must make sense without it.
   */
  readonly cost: Minor
  /** A calendar day, YYYY-MM-DD. */
  readonly day: string
  /** The id of a record that is mentioned neither in the log entry nor in its result. */
  readonly id: string
  /** A name or other text written or used by people. */
  readonly name: string
  /**
   * An API word that does not come from a fixed set, such as a kind of record. `RECORD_WORDS` contains the name that
   * people use for each of these words.
   */
  readonly word: string
}

/** A fixed set of words, each with the name that people use for it. */
export type Choices = Readonly<Record<string, Words>>

/**
 * The kind of a value in `figures`. `Choices` means one word of the set; `[Choices]` means a list of words of the set.
 */
export type SayingKind = keyof Given | Choices | readonly [Choices]
type SayingKinds = Readonly<Record<string, SayingKind>>

/**
 * The `figures` of an action, and its sentence in Russian and in English. spellings/sentences.ts explains how sentences
 * are written.
 */
export interface Saying {
  readonly figures: SayingKinds
  readonly said: Words
}

/**
 * An action that can be done in several ways, each with its own sentence. The value `how` in `figures` states which way
 * was used.
 */
interface SayingsByHow {
  readonly hows: Readonly<Record<string, Saying>>
}
export type AboutAction = Saying | SayingsByHow

type FiguresGiven<K> = {
  readonly [N in keyof K]: K[N] extends keyof Given
    ? Given[K[N]]
    : K[N] extends readonly [infer C]
      ? readonly (keyof C)[]
      : keyof K[N]
}

/** The `figures` that must be given with an action. */
export type FiguresSaid<T> = T extends { readonly hows: infer H }
  ? { [N in keyof H]: { readonly how: N } & (H[N] extends { figures: infer K } ? FiguresGiven<K> : never) }[keyof H]
  : T extends { readonly figures: infer K }
    ? FiguresGiven<K>
    : never

/**
 * Returns an action's `figures` and sentence. For an action with several ways, returns those of the way that `how`
 * names; undefined when that way is unknown.
 */
export function sayingOf(about: AboutAction, how: unknown): Saying | undefined {
  return 'hows' in about ? about.hows[String(how)] : about
}

/** Returns the `figures` in the form used in responses, in the order in which the action declares them. */
export function showSaid(about: AboutAction, given: ShownFigures): ShownFigures {
  const { figures } = sayingOf(about, given.how)!
  const shown = Object.entries(figures).map(([name, kind]) => [name, inMainUnits(kind, given[name])])
  return { ...('hows' in about && { how: given.how }), ...Object.fromEntries(shown) }
}

function inMainUnits(kind: SayingKind, value: unknown): unknown {
  if (kind === 'quantity') return Number(value) / MILLI_PER_UNIT
  if (kind === 'money' || kind === 'cost') return Number(value) / MINOR_PER_UNIT
  return value
}

/** Makes a sentence about one record, which mentions only the record's name. */
const named = (ru: string, en: string) => ({ figures: { name: 'name' }, said: [ru, en] }) as const
type Named = ReturnType<typeof named>

/** The Russian sentences about a kind of record, without the record's name. */
interface RussianDeeds {
  readonly created: string
  readonly updated: string
  readonly archived: string
  readonly restored: string
  readonly deleted: string
}

/**
 * The actions on records that have a name and can be archived. Restoring a record is logged as an update whose `how` is
 * `restored`.
 */
type RecordSayings<E extends string> = Readonly<Record<`${E}.created` | `${E}.archived` | `${E}.deleted`, Named>> &
  Readonly<Record<`${E}.updated`, { readonly hows: { readonly updated: Named; readonly restored: Named } }>>

/**
 * Returns the sentences for creating, changing, archiving, restoring and deleting records of a kind. `called`: the
 * usual English name for a record of this kind.
 */
export function ofRecords<const E extends string>(entity: E, called: string, ru: RussianDeeds): RecordSayings<E> {
  const one = (deed: keyof RussianDeeds) => named(`${ru[deed]} «{{name}}»`, `${called} “{{name}}” ${deed}`)
  return {
    [`${entity}.created`]: one('created'),
    [`${entity}.updated`]: { hows: { updated: one('updated'), restored: one('restored') } },
    [`${entity}.archived`]: one('archived'),
    [`${entity}.deleted`]: one('deleted'),
  } as unknown as RecordSayings<E>
}

/** Returns the Russian sentences for a kind whose grammatical gender is unknown, worded to fit any gender. */
export const ofAnyGender = (one: string): RussianDeeds => ({
  created: `Создано: ${one}`,
  updated: `Изменено: ${one}`,
  archived: `Перенесено в архив: ${one}`,
  restored: `Возвращено из архива: ${one}`,
  deleted: `Удалено: ${one}`,
})

/** Returns the Russian sentences for a kind whose name is a masculine, feminine or neuter noun. */
export const masculine = (one: string): RussianDeeds =>
  deedsWith(one, ['Добавлен', 'Изменён', 'Перенесён', 'Возвращён', 'Удалён'])
export const feminine = (one: string): RussianDeeds =>
  deedsWith(one, ['Добавлена', 'Изменена', 'Перенесена', 'Возвращена', 'Удалена'])
export const neuter = (one: string): RussianDeeds =>
  deedsWith(one, ['Добавлено', 'Изменено', 'Перенесено', 'Возвращено', 'Удалено'])

function deedsWith(one: string, verbs: readonly [string, string, string, string, string]): RussianDeeds {
  const [created, updated, moved, returned, deleted] = verbs
  return {
    created: `${created} ${one}`,
    updated: `${updated} ${one}`,
    archived: `${moved} в архив ${one}`,
    restored: `${returned} из архива ${one}`,
    deleted: `${deleted} ${one}`,
  }
}
