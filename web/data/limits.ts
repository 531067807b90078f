/** Loads the limits that the operator of the service set for the company, and what is used of them. */
import { useQuery } from '@tanstack/react-query'
import type { LimitsUsed } from '../../sdk/types.ts'
import { viewKey } from './cache.ts'
import { client } from './client.ts'

type LimitedThing = keyof LimitsUsed

export interface ShownLimit {
  readonly name: LimitedThing
  readonly limit: number
  readonly used: number
  /** Whether so much is used that the app warns. */
  readonly isNear: boolean
}

const NAMES = ['products', 'files', 'fileBytes', 'requests'] as const satisfies readonly LimitedThing[]
const NEAR = 0.9

/** The limits of the company, in the order in which they are shown. Empty while loading, and without limits. */
export function useLimits(): readonly ShownLimit[] {
  const { data } = useQuery({
    queryKey: viewKey('limits'),
    queryFn: ({ signal }) => client.limits({ signal }),
    refetchOnMount: 'always',
  })
  if (data === undefined) return []
  return NAMES.flatMap((name) => {
    const use = data[name]
    return use === null ? [] : [{ name, limit: use.limit, used: use.used, isNear: use.used >= use.limit * NEAR }]
  })
}
