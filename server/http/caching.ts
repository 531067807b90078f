/** What answers say to caches: by which tag they are known, and what they depend on. */
import { hash } from 'node:crypto'
import type { FastifyReply } from 'fastify'
import { Type } from 'typebox'
import type { View } from '../domain/costs.ts'

const COMPANY_CHARACTERS = 8

/** Which history of the data an answer is of: for whoever keeps a copy, and names it when he asks what changed since. */
export const EPOCH_HEADER = 'skladno-epoch'

/** Asks for changes since a revision of this epoch: of another one nothing is known, and the whole state is told. */
export const SINCE_EPOCH = Type.Optional(
  Type.String({
    pattern: '^[0-9a-f]{12}$',
    description:
      'The `Skladno-Epoch` that came with the copy. When it is another one by now, since the data were restored to an earlier moment, the answer is the whole state.',
  }),
)

/** A state of a company, in the history of which it is one. */
export interface Stated {
  readonly companyId: string
  readonly revision: number
  readonly epoch: string
}

/**
 * The ETag of what a view shows of a company's state. Revisions count in each company, and anew after a restore, so the tag names the
 * company and the epoch, too; and a browser whose user no longer sees costs, or another one, does not keep them.
 */
export function stateTag({ companyId, revision, epoch }: Stated, view: View): string {
  const shown = `${companyId} ${epoch} ${view}`
  return `"${revision}-${hash('sha256', shown, 'base64url').slice(0, COMPANY_CHARACTERS)}"`
}

/** RFC 9110: `*`, or a list of tags, weak ones compare equal here. */
export function matchesEtag(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false
  return (
    header === etag || header.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag || tag.trim() === '*')
  )
}

/** Adds a header of requests to those that the answer depends on. */
export function addVary(reply: FastifyReply, name: string): void {
  const known = reply.getHeader('vary')
  if (known === undefined) reply.header('vary', name)
  else if (!String(known).split(', ').includes(name)) reply.header('vary', `${known}, ${name}`)
}
