/** Writes the OpenAPI document as the server would serve it to docs/openapi.json; a test compares the two. */
import { writeFile } from 'node:fs/promises'
import { pino } from 'pino'
import { Companies } from '../server/engine/companies.ts'
import { createApiServer } from '../server/http/server.ts'
import { openDatabase } from '../server/store/database.ts'

/** The address of a server that was started without settings. */
const DEFAULT_API_URL = 'http://127.0.0.1:8080'
const SNAPSHOT = new URL('../docs/openapi.json', import.meta.url)

/** The document of a server that listens at its usual address. No database is asked. */
export async function makeDocument(): Promise<object> {
  const log = pino({ level: 'silent' })
  const database = openDatabase('postgres://127.0.0.1:9/none', () => {})
  const companies = new Companies(database, log, 1 << 20)
  const { app } = await createApiServer({ database, companies, log, baseUrl: DEFAULT_API_URL, maxLagMs: 0 })
  try {
    await app.ready()
    return app.swagger()
  } finally {
    await app.close()
    await database.end()
  }
}

export const printDocument = (document: object): string => `${JSON.stringify(document, null, 1)}\n`

if (import.meta.main) await writeFile(SNAPSHOT, printDocument(await makeDocument()))
