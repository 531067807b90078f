/** The description of one refusal code. */
import type { Telling } from './figures.ts'
import type { Words } from './languages.ts'

export interface AboutCode extends Telling {
  readonly status: number
  /** The title of the problem response: a few words about the reason for the refusal. */
  readonly title: string
  /** A description for programmers of the cases in which the API uses the code: whole sentences in Markdown. */
  readonly when: string
  readonly advice: string
  /** The message that the app shows when the refusal has no `figures`. */
  readonly said: Words
}
