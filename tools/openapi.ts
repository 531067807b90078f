/**
 * Generates the OpenAPI document from the routes and writes it to docs/openapi.json, which the server serves. A test
 * checks that the file is current.
 */
import { writeFile } from 'node:fs/promises'
import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { Companies } from '../server/engine/companies.ts'
import { bearerTokens } from '../server/http/bearer.ts'
import { createAddress, openNodeParts } from '../server/http/server.ts'
import { openFileStore } from '../server/integrations/file-store.ts'
import { openDatabase } from '../server/store/database.ts'

const SNAPSHOT = new URL('../docs/openapi.json', import.meta.url)

/**
 * Builds a server as it usually runs, passes it to `question` and returns the result. The server never connects to a
 * database.
 */
export async function askServer<T>(question: (app: FastifyInstance) => T): Promise<T> {
  const log = pino({ level: 'silent' })
  const database = openDatabase('postgres://127.0.0.1:9/none', () => {})
  const companies = new Companies(database, log, 1 << 20)
  const files = openFileStore({ place: { folder: '.' }, incoming: '.' }, log)
  const imports = { model: '', now: () => new Date() }
  const parts = openNodeParts({ database, companies, files, imports, log, maxLagMs: 0 })
  const { app } = await createAddress(parts, { documented: 'made', callers: bearerTokens(database) })
  try {
    await app.ready()
    return question(app)
  } finally {
    await app.close()
    await database.end()
  }
}

export const makeDocument = (): Promise<object> => askServer((app) => app.swagger())

export const printDocument = (document: object): string => `${JSON.stringify(document, null, 1)}\n`

if (import.meta.main) await writeFile(SNAPSHOT, printDocument(await makeDocument()))
