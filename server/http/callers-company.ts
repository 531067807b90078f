/** The caller's company: how it is loaded, and how it waits for time slices and limiter slots. */
import type { FastifyRequest } from 'fastify'
import type { View } from '../domain/costs.ts'
import { Refusal } from '../domain/refusals.ts'
import type { Companies } from '../engine/companies.ts'
import type { Company } from '../engine/company.ts'
import type { Asker } from '../runtime/fair-limiter.ts'
import { hangUpOf } from './wire/hang-up.ts'

export type CompanyOf = (request: FastifyRequest) => Promise<Company>

/** Identifies who waits for a slot or a time slice: the caller's company, until the client hangs up. */
export const askerOf = (request: FastifyRequest): Asker => ({
  companyId: request.caller.companyId,
  signal: hangUpOf(request),
})

/** The view that the caller may see: with or without costs. */
export const viewOf = ({ caller }: FastifyRequest): View => (caller.seesCosts ? 'full' : 'without costs')

/** Loads the caller's company. Refuses UNAUTHENTICATED when the company of a token no longer exists. */
export function companyOf(companies: Companies): CompanyOf {
  return async ({ caller }) => {
    const company = await companies.get(caller.companyId)
    if (company === null) throw new Refusal('UNAUTHENTICATED', 'The company of this token does not exist.')
    return company
  }
}
