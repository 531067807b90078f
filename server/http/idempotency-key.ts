/** Checks the Idempotency-Key header, which every write requires. Source: S-KEY-1. */
import type { FastifyReply, FastifyRequest, HookHandlerDoneFunction } from 'fastify'
import type { FieldFault } from '../domain/field-faults.ts'
import { fieldError, Refusal } from '../domain/refusals.ts'

export const MIN_KEY_LENGTH = 8
export const MAX_KEY_LENGTH = 120

/**
 * Refuses a missing or invalid key with IDEMPOTENCY_KEY_REQUIRED or IDEMPOTENCY_KEY_INVALID. Runs before the body is
 * read (S-REFUSAL-5).
 */
export function requireKey(request: FastifyRequest, _reply: FastifyReply, done: HookHandlerDoneFunction): void {
  done(faultOfKey(request.headers['idempotency-key']))
}

const HEADER = 'header/idempotency-key'

const faultOfLength = (length: number): FieldFault =>
  length < MIN_KEY_LENGTH
    ? { code: 'TOO_SHORT', figures: { least: MIN_KEY_LENGTH } }
    : { code: 'TOO_LONG', figures: { most: MAX_KEY_LENGTH } }

function faultOfKey(key: string | string[] | undefined): Refusal | undefined {
  if (key === undefined || key === '')
    return new Refusal(
      'IDEMPOTENCY_KEY_REQUIRED',
      'Send the header Idempotency-Key: 8 to 120 characters, new for each new command.',
      { errors: [fieldError(HEADER, 'is required', 'REQUIRED')] },
    )
  if (key.length >= MIN_KEY_LENGTH && key.length <= MAX_KEY_LENGTH) return undefined
  return new Refusal(
    'IDEMPOTENCY_KEY_INVALID',
    `The Idempotency-Key has ${key.length} characters; it must have 8 to 120.`,
    { errors: [fieldError(HEADER, 'must have 8 to 120 characters', faultOfLength(key.length))] },
  )
}
