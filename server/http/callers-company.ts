/** The caller's company: in memory, and as one that waits for its turn. */
import type { FastifyRequest } from 'fastify'
import type { View } from '../domain/costs.ts'
import { Refusal } from '../domain/refusals.ts'
import type { Companies } from '../engine/companies.ts'
import type { Company } from '../engine/company.ts'
import type { Asker } from '../runtime/fair-limiter.ts'
import { hangUpOf } from './wire/hang-up.ts'

export type CompanyOf = (request: FastifyRequest) => Promise<Company>

/** Who waits for a turn: the caller's company, until the client hangs up. */
export const askerOf = (request: FastifyRequest): Asker => ({
  companyId: request.caller.companyId,
  signal: hangUpOf(request),
})

/** What the caller is shown. */
export const viewOf = ({ caller }: FastifyRequest): View => (caller.seesCosts ? 'full' : 'without costs')

/** Refuses UNAUTHENTICATED when the company of a token is gone. */
export function companyOf(companies: Companies): CompanyOf {
  return async ({ caller }) => {
    const company = await companies.get(caller.companyId)
    if (company === null) throw new Refusal('UNAUTHENTICATED', 'The company of this token does not exist.')
    return company
  }
}
