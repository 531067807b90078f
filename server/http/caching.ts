/** Sets the cache headers of responses: their ETag, and the request headers on which they depend. */
import { hash } from 'node:crypto'
import type { FastifyReply } from 'fastify'
import { Type } from 'typebox'
import type { View } from '../domain/costs.ts'
import { strictObject } from '../domain/schema.ts'

const COMPANY_CHARACTERS = 8

/**
 * The response header with the epoch, which identifies the history of the data. A client that stores a copy of the data
 * sends the epoch back when it asks for changes.
 */
export const EPOCH_HEADER = 'skladno-epoch'

/**
 * The epoch of the client's copy of the data. If the epoch has changed, a list of changes could not update that copy,
 * so the response contains all the data.
 */
const SINCE_EPOCH = Type.Optional(
  Type.String({
    pattern: '^[0-9a-f]{12}$',
    description:
      'The `Skladno-Epoch` that came with the copy. If the epoch has changed since, because the data was restored to an earlier moment, the answer is the whole state.',
  }),
)

const MAX_REVISION = 999_999_999_999_999

/**
 * The query parameters of GET requests that return the changes since a revision: that revision, and the epoch to which
 * it belongs.
 */
export const SINCE_QUERY = strictObject({
  since: Type.Optional(Type.Integer({ minimum: 0, maximum: MAX_REVISION })),
  epoch: SINCE_EPOCH,
})

/** Identifies a state of a company's data by its revision and epoch. */
export interface Stated {
  readonly companyId: string
  readonly revision: number
  readonly epoch: string
}

/**
 * Returns the ETag for a company's data in one view. Each company counts its own revisions, and revisions may repeat
 * after a restore, so the tag also contains the company, the epoch and the view. Because the tag contains the view, a
 * browser does not reuse its copy when the user has lost the right to see costs, or another user has signed in.
 */
export function stateTag({ companyId, revision, epoch }: Stated, view: View): string {
  const shown = `${companyId} ${epoch} ${view}`
  return `"${revision}-${hash('sha256', shown, 'base64url').slice(0, COMPANY_CHARACTERS)}"`
}

/**
 * Whether an If-None-Match header matches `etag`. The header is `*` or a list of tags, which are compared weakly (RFC
 * 9110).
 */
export function matchesEtag(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false
  return (
    header === etag || header.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag || tag.trim() === '*')
  )
}

/** Adds the name of a request header to the response's Vary header. */
export function addVary(reply: FastifyReply, name: string): void {
  const known = reply.getHeader('vary')
  if (known === undefined) reply.header('vary', name)
  else if (!String(known).split(', ').includes(name)) reply.header('vary', `${known}, ${name}`)
}
