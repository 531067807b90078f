/** Cache headers of answers: their ETag, and what they vary by. */
import { hash } from 'node:crypto'
import type { FastifyReply } from 'fastify'
import { Type } from 'typebox'
import type { View } from '../domain/costs.ts'

const COMPANY_CHARACTERS = 8

/**
 * Names the epoch, the history of the data that an answer belongs to. A client that stores a copy sends the epoch back
 * when it asks for changes.
 */
export const EPOCH_HEADER = 'skladno-epoch'

/**
 * The epoch of the client's copy. When the epoch has changed, the copy cannot be updated by changes, and the answer is
 * the whole state.
 */
export const SINCE_EPOCH = Type.Optional(
  Type.String({
    pattern: '^[0-9a-f]{12}$',
    description:
      'The `Skladno-Epoch` that came with the copy. If the epoch has changed since, because the data was restored to an earlier moment, the answer is the whole state.',
  }),
)

/** A company's state: its revision within an epoch. */
export interface Stated {
  readonly companyId: string
  readonly revision: number
  readonly epoch: string
}

/**
 * The ETag of a company's state in one view. Each company counts its own revisions, and counting may repeat after a
 * restore, so the tag also contains the company, the epoch and the view. A browser whose user lost the right to see
 * costs, or changed, does not reuse its copy.
 */
export function stateTag({ companyId, revision, epoch }: Stated, view: View): string {
  const shown = `${companyId} ${epoch} ${view}`
  return `"${revision}-${hash('sha256', shown, 'base64url').slice(0, COMPANY_CHARACTERS)}"`
}

/** Whether an If-None-Match header matches `etag`: `*`, or a list of tags compared weakly (RFC 9110). */
export function matchesEtag(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false
  return (
    header === etag || header.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag || tag.trim() === '*')
  )
}

/** Adds a request header's name to the answer's Vary header. */
export function addVary(reply: FastifyReply, name: string): void {
  const known = reply.getHeader('vary')
  if (known === undefined) reply.header('vary', name)
  else if (!String(known).split(', ').includes(name)) reply.header('vary', `${known}, ${name}`)
}
