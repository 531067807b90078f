/** Describes one refusal code. */
import type { Telling } from './figures.ts'
import type { Words } from './languages.ts'

export interface AboutCode extends Telling {
  readonly status: number
  /** What happened, in a few words. */
  readonly title: string
  /** When the code is given, in whole sentences for programmers; Markdown. */
  readonly when: string
  readonly advice: string
  /** The app's message when it has no figures. */
  readonly said: Words
}
