/** Reads a company's notifications from the database, and adds owners who get mail. */
import { v7 } from 'uuid'
import { insertMembership, insertUser } from '../../../server/access/access-sql.ts'
import { writeCompany } from '../../../server/store/commits.ts'
import { type Database, readCompany } from '../../../server/store/database.ts'
import type { Client, Json } from '../node/client.ts'
import { patience } from '../node/patience.ts'

export interface Notified {
  readonly record: Json
  readonly isMailed: boolean
}

/** Returns the company's notifications, oldest first. */
export async function notificationsOf(database: Database, { companyId }: Client): Promise<Notified[]> {
  const { rows } = await readCompany(database, companyId, (tx) =>
    tx.query<{ record: string; is_mailed: boolean }>(
      'select record, mailed_at is not null as is_mailed from notifications where company_id = $1 order by id',
      [companyId],
    ),
  )
  return rows.map((row) => ({ record: JSON.parse(row.record), isMailed: row.is_mailed }))
}

/** Adds a user who is an owner of the company. */
export async function addOwner(database: Database, { companyId }: Client, email: string): Promise<void> {
  const userId = v7()
  await writeCompany(database, companyId, async (tx) => {
    await insertUser(tx, { id: userId, name: email, email, passwordHash: 'none' })
    await insertMembership(tx, userId, companyId, 'owner')
  })
}

/** Switches low-stock notifications and the daily summary on or off. */
export function setSettings(
  client: Client,
  flags: { lowStockAlerts?: boolean; dailySummary?: boolean; timeZone?: string },
): Promise<Json> {
  const body = { companyName: 'Лавка', lowStockAlerts: false, dailySummary: false, ...flags }
  return client.made('PATCH', '/api/v1/settings', body)
}

/** Waits until a condition is true. If that never happens, the test's own time limit ends the wait. */
export async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  for (const pause = patience(); !(await isSo()); ) await pause()
}
