/** What answers say to caches: by which tag they are known, and what they depend on. */
import { hash } from 'node:crypto'
import type { FastifyReply } from 'fastify'
import type { View } from '../domain/costs.ts'

const COMPANY_CHARACTERS = 8

/**
 * The ETag of what a view shows of a company's state. Revisions count in each company, so the tag names the company, too; and a
 * browser whose user no longer sees costs, or another one, does not keep them.
 */
export function stateTag(companyId: string, revision: number, view: View): string {
  const shown = view === 'full' ? companyId : `${companyId} ${view}`
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
