/** Opens nodes that send requests to a fake MoySklad at a faster pace than the real one. */
import { openClient, type SourceClient } from '../../../server/moysklad/client.ts'
import type { Pace } from '../../../server/moysklad/pace.ts'
import { openPacing, type Pacing } from '../../../server/moysklad/pacing.ts'
import { openSource } from '../../../server/moysklad/request.ts'
import { openDatabase } from '../../../server/store/database.ts'
import { FAKE_TOKEN } from './fake-moysklad.ts'

/**
 * A pace about fifty times faster than the real one. The lease on the request slot is longer in proportion, so that a
 * busy machine does not lose it.
 */
export const TEST_PACE: Pace = {
  ...{ gapMs: 100, startsPerWindow: 2, windowMs: 150, leaseMs: 3_000 },
  ...{ refusalsBeforePause: 2, longestPauseMs: 9_000 },
}

/** The fastest pace, for tests that are not about the pace. */
export const NO_PACE: Pace = { ...TEST_PACE, gapMs: 1, windowMs: 1 }

export const FOREVER = new AbortController().signal
const COMPANY = '01890a5d-ac96-774b-bcce-b302099a8057'
export const ASKING = { signal: FOREVER, companyId: COMPANY }

export interface AskingNode {
  readonly pacing: Pacing
  client(user?: { token?: string; companyId?: string; accountId?: string | null }): SourceClient
  /** Makes the node's database unreachable from now on. */
  loseDatabase(): Promise<void>
  close(): Promise<void>
}

/** Opens the parts of a node that send requests to MoySklad. */
export function openAskingNode(databaseUrl: string, sourceUrl: string, pace: Pace = TEST_PACE): AskingNode {
  const database = openDatabase(databaseUrl, () => {})
  const source = openSource(sourceUrl)
  const pacing = openPacing(database, pace)
  let isLost = false
  return {
    pacing,
    client: ({ token = FAKE_TOKEN, companyId = COMPANY, accountId = 'account' } = {}) =>
      openClient({ source, pacing }, { token, companyId, accountId }),
    loseDatabase: async () => {
      isLost = true
      await database.end()
    },
    async close() {
      await source.close()
      if (!isLost) await database.end()
    },
  }
}
