/** The limits that an operator can set for a company, over all nodes. Source: S-LIMIT, docs/decisions/0079. */
import { Refusal } from './refusals.ts'

export const LIMIT_NAMES = ['requestsPerMinute', 'products', 'files', 'fileBytes'] as const
export type LimitName = (typeof LIMIT_NAMES)[number]

/** The limits of a company; null means no limit. `files` and `fileBytes` are about stored files. */
export type Limits = Readonly<Record<LimitName, number | null>>

/** The limits that an operator set for one company. A limit that is absent has its default. */
export type OwnLimits = Partial<Limits>

export const NO_LIMITS: Limits = { requestsPerMinute: null, products: null, files: null, fileBytes: null }

/** How much of a limit is used. */
export interface LimitUse {
  readonly limit: number
  readonly used: number
}

const WHAT = { products: 'products', files: 'files', bytes: 'bytes of files' } as const

/** Makes the refusal of an addition that would exceed a limit of the company. */
export function beyondLimit(reason: keyof typeof WHAT, { limit, used }: LimitUse): Refusal {
  return new Refusal(
    'COMPANY_LIMIT_REACHED',
    `The company may have at most ${limit} ${WHAT[reason]} and has ${used}. Delete some, or ask the operator of the service for more.`,
    { figures: { reason, limit, used } },
  )
}
