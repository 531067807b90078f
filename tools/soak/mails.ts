/** Compares the notifications of a soak with the mails that arrived. */
import { setTimeout as sleep } from 'node:timers/promises'
import { type Database, readCompany } from '../../server/store/database.ts'
import type { MailServer } from '../../tests/support/fakes/mail-server.ts'
import type { SoakShop } from './shops.ts'

/** How long mails may be late. After an outage of half a minute, they are tried again within minutes. */
const PATIENCE_MS = 240_000
const LOOK_MS = 1_000

/** Waits until there is a mail for each notification. Returns which are missing, and what is too much. */
export async function mailFaults(
  database: Database,
  { mails }: MailServer,
  shops: readonly Pick<SoakShop, 'companyId'>[],
): Promise<string[]> {
  let made = 0
  for (const { companyId } of shops)
    made += await readCompany(database, companyId, async (tx) => {
      const text = 'select count(*) as count from notifications where company_id = $1'
      return (await tx.query<{ count: number }>(text, [companyId])).rows[0]!.count
    })
  const arrived = () => new Set(mails.map(({ messageId }) => messageId)).size
  for (let waited = 0; arrived() < made && waited < PATIENCE_MS; waited += LOOK_MS) await sleep(LOOK_MS)
  console.log(`${made} notifications, ${arrived()} mails, ${mails.length - arrived()} of them sent again after a crash`)
  return arrived() === made ? [] : [`${made} notifications, but ${arrived()} mails`]
}
