/** Describes one refusal code. */
import type { Telling } from './figures.ts'
import type { Words } from './languages.ts'

export interface AboutCode extends Telling {
  readonly status: number
  /** What happened, in a few words, as the title of the problem answer. */
  readonly title: string
  /** When the API gives the code, in whole sentences for programmers; Markdown. */
  readonly when: string
  readonly advice: string
  /** The message that the app shows when the refusal has no figures. */
  readonly said: Words
}
