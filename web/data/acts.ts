/** Writes that are no commands of the warehouse, such as issuing a token: once for each key all the same. */
import { useQuery } from '@tanstack/react-query'
import type { AnyState } from '../../sdk/types.ts'
import { cache } from './cache.ts'
import { client } from './client.ts'

/** What such a write answers, as a command would: of the warehouse it changes nothing. */
export const acted = async <T>(answer: Promise<T>): Promise<{ result: T; state: AnyState }> => ({
  result: await answer,
  state: {} as AnyState,
})

/** Asked anew after a write about them, since the stream tells nothing of them. */
export const refresh = (name: 'members' | 'invitations' | 'tokens' | 'integration' | 'sessions') =>
  void cache.invalidateQueries({ queryKey: [name] })

/** Who joins, and what a token was last used for, comes without a word of the stream: looked at while it is on screen. */
const LOOK_AGAIN = { refetchInterval: 15_000, refetchOnMount: 'always', refetchOnWindowFocus: 'always' } as const

export const useMembers = () =>
  useQuery({ ...LOOK_AGAIN, queryKey: ['members'], queryFn: ({ signal }) => client.members.list({ signal }) })

export const useInvitations = () =>
  useQuery({ ...LOOK_AGAIN, queryKey: ['invitations'], queryFn: ({ signal }) => client.invitations.list({ signal }) })

export const useTokens = () =>
  useQuery({ ...LOOK_AGAIN, queryKey: ['tokens'], queryFn: ({ signal }) => client.tokens.list({ signal }) })

/** Where one is signed in, this device first. */
export const useSessions = () =>
  useQuery({
    queryKey: ['sessions'],
    queryFn: async ({ signal }) => {
      const { list, current } = client.account.sessions
      const [all, { token }] = await Promise.all([list({ signal }), current({ signal })])
      return all
        .map((one) => ({ ...one, isThis: one.token === token }))
        .sort((one, other) => Number(other.isThis) - Number(one.isThis))
    },
  })
