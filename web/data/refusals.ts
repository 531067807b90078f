/** Turns a thrown error into text for users: a sentence, messages for individual fields, and what blocks the action. */
import { ApiError, ConnectionError } from '../../sdk/errors.ts'
import type { Blocker } from '../../sdk/types.ts'
import { calendarDay } from '../words/format.ts'
import { sayIfKnown, sayOf } from '../words/words.ts'
import { isUnanswered } from './command.ts'
import { sentenceOfBlocker, sentenceOfField, sentenceOfRefusal, type Told } from './told.ts'

export interface Failure {
  readonly text: string
  /** The request id that the user should quote to support; null if there is nothing to report. */
  readonly requestId: string | null
  /** The records that block the action. `path` is a record's address in the app; null if the record has no page. */
  readonly blockers: readonly (Blocker & { readonly path: string | null })[]
}

/** Describes a failure. If the app has no sentence for the error code, shows the server's text with the request id. */
export function describeFailure(error: Error): Failure {
  if (error instanceof ConnectionError) return { text: sayOf('core')('noConnection'), requestId: null, blockers: [] }
  if (!(error instanceof ApiError)) return { text: error.message, requestId: null, blockers: [] }
  const { detail, blockers, requestId, status } = error
  const known = sayRefusal(error)
  const isOurs = known === null || status >= 500
  const named = blockers.map((one) => ({ ...one, label: blockerLabel(one), path: pathOf(one) }))
  return { text: known ?? detail, requestId: isOurs ? requestId : null, blockers: named }
}

/** Returns the app's sentence for a refusal, with the refusal's values filled in; null for an unknown code. */
export function sayRefusal(told: Told): string | null {
  const { word, figures } = sentenceOfRefusal(told)
  return sayIfKnown('refusals', word, figures) ?? sayIfKnown('refusals', told.code)
}

const PATHS: Readonly<Record<string, string>> = {
  order: '/orders',
  lot: '/stock/lots',
  movement: '/stock/movements',
  receipt: '/stock/movements',
  // A stock row has no page, so link to its product: both have the same id.
  'stock row': '/products',
  product: '/products',
  bundle: '/products',
  variant: '/products',
  partner: '/partners',
  contract: '/contracts',
  purchase: '/purchasing/purchases',
  document: '/purchasing/documents',
  procurement_document: '/purchasing/documents',
  payment: '/purchasing/payments',
  customer_return: '/orders/returns',
  'stock rule': '/purchasing/stock-rules',
  'supplier item': '/purchasing/supplier-items',
}

function pathOf({ entity, id }: Blocker): string | null {
  const base = PATHS[entity]
  return base === undefined ? null : `${base}/${id}`
}

function blockerLabel(blocker: Blocker): string {
  const sentence = sentenceOfBlocker(blocker, calendarDay)
  return (sentence && sayIfKnown('refusals', sentence.word, sentence.figures)) ?? blocker.label
}

/** Returns a field's error message, by the field's path in the body such as `/name`; undefined if there is none. */
export function fieldFailure(error: Error | null, path: string): string | undefined {
  if (!(error instanceof ApiError) || isUnanswered(error)) return undefined
  const found = error.errors.find((one) => one.path === path || one.path.startsWith(`${path}/`))
  if (found === undefined) return undefined
  const { word, figures } = sentenceOfField(found, calendarDay)
  return sayIfKnown('refusals', word, figures) ?? found.message
}

/** Returns the error messages of a request's fields, by the path of the field in the body. */
export function fieldFailures(error: Error): Readonly<Record<string, string>> {
  if (!(error instanceof ApiError)) return {}
  return Object.fromEntries(error.errors.map(({ path }) => [path, fieldFailure(error, path) ?? error.detail]))
}

const CODES_OF_FIELDS: Readonly<Record<string, string>> = {
  INVALID_EMAIL: 'email',
  USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL: 'email',
  INVALID_EMAIL_OR_PASSWORD: 'password',
  INVALID_PASSWORD: 'password',
  PASSWORD_TOO_SHORT: 'password',
  PASSWORD_TOO_LONG: 'password',
  PASSWORD_COMPROMISED: 'password',
  PASSWORD_TOO_PERSONAL: 'password',
  INVALID_CODE: 'code',
  INVALID_BACKUP_CODE: 'code',
}

/** Returns the sign-in form field that a refusal is about; null if it is not about one specific field. */
export const fieldOfCode = (error: Error | null): string | null =>
  error instanceof ApiError ? (CODES_OF_FIELDS[error.code] ?? null) : null
