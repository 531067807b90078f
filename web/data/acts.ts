/** Write requests that are not warehouse commands, such as issuing a token. They use idempotency keys too. */
import { useQuery } from '@tanstack/react-query'
import type { AnyState } from '../../sdk/types.ts'
import { cache } from './cache.ts'
import { client } from './client.ts'

/**
 * Wraps the response to a write that is not a warehouse command, so that it looks like the response to a command that
 * changed no records.
 */
export const acted = async <T>(answer: Promise<T>): Promise<{ result: T; state: AnyState }> => ({
  result: await answer,
  state: {} as AnyState,
})

/** Reloads a list after a write to it, because the stream of changes does not report changes to these lists. */
export const refresh = (name: 'members' | 'invitations' | 'tokens' | 'integration' | 'sessions') =>
  void cache.invalidateQueries({ queryKey: [name] })

/**
 * Request the list again at this interval while it is on screen, because the stream of changes does not report new
 * members or the last use of a token.
 */
const LOOK_AGAIN = { refetchInterval: 15_000, refetchOnMount: 'always', refetchOnWindowFocus: 'always' } as const

export const useMembers = () =>
  useQuery({ ...LOOK_AGAIN, queryKey: ['members'], queryFn: ({ signal }) => client.members.list({ signal }) })

export const useInvitations = () =>
  useQuery({ ...LOOK_AGAIN, queryKey: ['invitations'], queryFn: ({ signal }) => client.invitations.list({ signal }) })

export const useTokens = () =>
  useQuery({ ...LOOK_AGAIN, queryKey: ['tokens'], queryFn: ({ signal }) => client.tokens.list({ signal }) })

/** Loads the user's active sessions; the one on this device comes first. */
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
