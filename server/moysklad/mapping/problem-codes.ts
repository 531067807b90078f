/**
 * The problem codes of an import report, with sentences for the company's owner. This table combines three tables, one
 * for each severity. A test compares docs/import.md with it.
 */
import type { Language } from '../../domain/languages.ts'
import { fieldWords, readableWords } from './field-words.ts'
import { NOTES } from './note-codes.ts'
import { REFUSALS } from './refusal-codes.ts'
import { refusalWords } from './refusal-words.ts'
import { WARNINGS } from './warning-codes.ts'

export type { Severity } from './code-words.ts'

export const PROBLEM_CODES = { ...REFUSALS, ...WARNINGS, ...NOTES } as const

export type MappingProblemCode = keyof typeof PROBLEM_CODES

const MAX_VALUE_LENGTH = 200

/** Codes whose value contains names of fields or words from MoySklad. */
const NAMING: readonly MappingProblemCode[] = [
  ...(['kept_in_report', 'document_not_draft', 'changed_here', 'marking', 'attribute_of_records'] as const),
]

/** Codes whose value is a refusal by one of our commands. */
const OF_REFUSALS: readonly MappingProblemCode[] = ['write_refused', 'archive_refused']

/** The field and value that a problem is about. */
export interface Circumstances {
  readonly field: string
  readonly value: string
}

/** Returns the sentence for a code, with the field and the value filled in. */
export function sentenceOf(
  code: MappingProblemCode,
  { field, value }: Circumstances,
  language: Language = 'ru',
): string {
  const words: string = PROBLEM_CODES[code][language]
  const isNames = NAMING.includes(code)
  const named = (names: string) =>
    names
      .split(', ')
      .map((name) => fieldWords(name, language))
      .join(', ')
  const valueWords = (text: string) =>
    OF_REFUSALS.includes(code) ? refusalWords(text, language) : readableWords(isNames ? named(text) : text, language)
  return words.replace(/\{(field|value)\}/g, (_place, part: string) =>
    part === 'field' ? brief(named(field)) : brief(valueWords(value)),
  )
}

/** Shortens text so that it fits into a sentence. */
export function brief(text: string): string {
  const characters = [...text]
  return characters.length <= MAX_VALUE_LENGTH ? text : `${characters.slice(0, MAX_VALUE_LENGTH - 1).join('')}…`
}
