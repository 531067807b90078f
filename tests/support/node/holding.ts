/** Sends commands while another transaction locks their company, so that the commands queue up and are decided in one batch. */
import { setTimeout as pause } from 'node:timers/promises'
import type { Database } from '../../../server/store/database.ts'
import type { Client } from './client.ts'

/**
 * The time between two commands in milliseconds, long enough for the first command to be received before the next one
 * is sent.
 */
const APART_MS = 150

/**
 * Sends the commands one after the other while the company is locked. The first waits for the lock, and the others queue behind
 * it.
 */
export async function sendWhileHeld<T>(
  database: Database,
  { companyId }: Client,
  sends: readonly (() => Promise<T>)[],
): Promise<T[]> {
  const connection = await database.connect()
  const replies: Promise<T>[] = []
  try {
    await connection.query('begin')
    await connection.query(`select set_config('app.company_id', $1, true)`, [companyId])
    await connection.query('select from companies where company_id = $1 for update', [companyId])
    for (const send of sends) {
      replies.push(send())
      await pause(APART_MS)
    }
  } finally {
    await connection.query('rollback')
    connection.release()
  }
  return Promise.all(replies)
}
