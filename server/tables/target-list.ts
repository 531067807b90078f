/** Lists the targets that clients can choose for columns. */

import { inLanguage, type Language } from '../domain/languages.ts'
import type { StateSnapshot } from '../engine/state.ts'
import { ownNamesOf } from './head.ts'
import { IMPORTED, type ImportKind, MATCH_FIELDS, PREFIXES_OF } from './targets.ts'
import { PREFIXES } from './words.ts'

export interface Target {
  readonly target: string
  readonly title: string
  /** Whether rows can be matched to existing records by this field. */
  readonly canMatch: boolean
}

/** Lists the possible targets: our own fields first, then the company's. */
export function* targetsOf(kind: ImportKind, state: StateSnapshot, language: Language): Generator<void, Target[]> {
  const matching: readonly string[] = MATCH_FIELDS[kind]
  const fields = Object.entries(IMPORTED[kind]).map(([field, { label }]) => ({
    target: field,
    title: inLanguage(label, language),
    canMatch: matching.includes(field),
  }))
  const names = yield* ownNamesOf(state, kind)
  const own = PREFIXES_OF[kind].flatMap((prefix) =>
    names[prefix].names.map((name) => ({
      target: `${prefix}:${name}`,
      title: `${inLanguage(PREFIXES[prefix], language)}: ${name}`,
      canMatch: false,
    })),
  )
  return [...fields, ...own]
}
