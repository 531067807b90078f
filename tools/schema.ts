/**
 * `npm run schema`: writes server/migrations/schema.sql, the result of applying all migrations to a new database, and
 * adds the hashes of new migrations to server/migrations/SHA256SUMS. tests/contract/schema.test.ts checks both files,
 * and that the hash of a merged migration never changes.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { startEmbeddedPostgres } from '../server/postgres/embedded-postgres.ts'
import { migrate } from '../server/store/migrations.ts'
import { FROZEN, hashesFrozen, hashesNow, printHashes } from '../tests/support/contract/frozen-migrations.ts'
import { schemaText } from '../tests/support/contract/schema-text.ts'

const SCHEMA = new URL('../server/migrations/schema.sql', import.meta.url)

const [now, frozen] = [await hashesNow(), await hashesFrozen()]
for (const [name, hash] of frozen)
  if (now.get(name) !== hash)
    throw new Error(`${name} has landed and must not change. Undo the edit, and add a migration.`)
await writeFile(FROZEN, printHashes(now))

const dataDir = await mkdtemp(join(tmpdir(), 'skladno-schema-'))
const postgres = await startEmbeddedPostgres({ dataDir, log: () => {} })
try {
  await migrate(postgres.adminUrl)
  const client = new pg.Client({ connectionString: postgres.adminUrl })
  await client.connect()
  await writeFile(SCHEMA, await schemaText(client))
  await client.end()
} finally {
  await postgres.stop()
  await rm(dataDir, { recursive: true, force: true })
}
