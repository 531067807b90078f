/** What is said of a code of refusal, whichever it is. */
import type { Telling } from './figures.ts'
import type { Words } from './languages.ts'

export interface AboutCode extends Telling {
  readonly status: number
  /** What happened, in a few words. */
  readonly title: string
  /** In whole sentences, for whoever writes a program; Markdown. */
  readonly when: string
  readonly advice: string
  /** The sentence of the app where it knows no figures. */
  readonly said: Words
}
