/** The description of one refusal code. */
import type { Telling } from './figures.ts'
import type { Words } from './languages.ts'

export interface AboutCode extends Telling {
  readonly status: number
  /** The title of the problem response: what happened, in a few words. */
  readonly title: string
  /** When the API uses the code, in whole sentences for programmers; Markdown. */
  readonly when: string
  readonly advice: string
  /** The message that the app shows when the refusal has no figures. */
  readonly said: Words
}
