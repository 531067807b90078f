/**
 * Checks that the committed schema file matches the schema that the migrations produce, and that released migrations
 * are unchanged.
 */
import { readFile } from 'node:fs/promises'
import pg from 'pg'
import { expect, test } from 'vitest'
import { hashesFrozen, hashesNow } from '../support/contract/frozen-migrations.ts'
import { schemaText } from '../support/contract/schema-text.ts'
import { cloneDatabase } from '../support/node/service.ts'

test('a new database matches server/migrations/schema.sql (npm run schema updates the file)', async () => {
  const cloned = await cloneDatabase()
  const client = new pg.Client({ connectionString: cloned.url })
  await client.connect()
  try {
    const committed = await readFile(new URL('../../server/migrations/schema.sql', import.meta.url), 'utf8')
    expect((await schemaText(client)).split('\n')).toEqual(committed.split('\n'))
  } finally {
    await client.end()
    await cloned.drop()
  }
})

test('a released migration is never edited, renamed or removed', async () => {
  expect(Object.fromEntries(await hashesNow())).toEqual(Object.fromEntries(await hashesFrozen()))
})
