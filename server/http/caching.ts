/** What answers say to caches: by which tag they are known, and what they depend on. */
import { hash } from 'node:crypto'
import type { FastifyReply } from 'fastify'

const COMPANY_CHARACTERS = 8

/** The ETag of what follows from a company's state. Revisions count in each company, so the tag names the company, too. */
export function stateTag(companyId: string, revision: number): string {
  return `"${revision}-${hash('sha256', companyId, 'base64url').slice(0, COMPANY_CHARACTERS)}"`
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
