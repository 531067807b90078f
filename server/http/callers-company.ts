/** Loads the caller's company, and identifies it while a request waits for time slices and limiter slots. */
import type { FastifyRequest } from 'fastify'
import type { View } from '../domain/costs.ts'
import type { Companies } from '../engine/companies.ts'
import type { Company } from '../engine/company.ts'
import type { Asker } from '../runtime/fair-limiter.ts'
import { noCompany } from '../store/companies.ts'
import { hangUpOf } from './wire/hang-up.ts'

export type CompanyOf = (request: FastifyRequest) => Promise<Company>

/** Identifies the company that waits for a slot or a time slice. Waiting ends when the client disconnects. */
export const askerOf = (request: FastifyRequest): Asker => ({
  companyId: request.caller.companyId,
  signal: hangUpOf(request),
})

/** Returns the caller's view of the data, with or without costs. */
export const viewOf = ({ caller }: FastifyRequest): View => (caller.seesCosts ? 'full' : 'without costs')

/** Loads the caller's company. Refuses with UNAUTHENTICATED when the company of a token no longer exists. */
export function companyOf(companies: Companies): CompanyOf {
  return async ({ caller }) => {
    const company = await companies.get(caller.companyId)
    if (company === null) throw noCompany()
    return company
  }
}
