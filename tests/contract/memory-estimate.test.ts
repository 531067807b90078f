/** What companies are estimated to take in memory is what they take: live bytes of a process that loads one, prints it and lists it. */
import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { MemoryFigures } from '../../bench/memory.ts'
import { fillShape, SHAPES } from '../../bench/memory-shapes.ts'
import { type Database, openDatabase } from '../../server/store/database.ts'
import { cloneDatabase, newCompany } from '../support/service.ts'

const MEASURE = fileURLToPath(new URL('../../bench/memory.ts', import.meta.url))
const [LEAST, MOST] = [0.7, 1.5]
/** Names that many records share are counted for each. */
const MOST_OF_NAMES = 2

let cloned: Awaited<ReturnType<typeof cloneDatabase>>
let database: Database
let admin: pg.Client

beforeAll(async () => {
  cloned = await cloneDatabase()
  database = openDatabase(cloned.url, () => {})
  admin = new pg.Client({ connectionString: cloned.url })
  await admin.connect()
})
afterAll(async () => {
  await admin.end()
  await database.end()
  await cloned.drop()
})

test.each(Object.entries(SHAPES))(
  'the estimate of %s is right',
  async (what, rowsOf) => {
    const { companyId } = await newCompany(database, 'http://none')
    await fillShape((text, values) => admin.query(text, values), companyId, rowsOf())
    const { stdout } = await promisify(execFile)(process.execPath, ['--expose-gc', MEASURE, cloned.url, companyId])
    const { loaded, printed, listed } = JSON.parse(stdout) as MemoryFigures
    for (const { bytes, estimated } of [loaded, printed, listed]) {
      expect(estimated / bytes).toBeGreaterThan(LEAST)
      expect(estimated / bytes).toBeLessThan(what.includes('same names') ? MOST_OF_NAMES : MOST)
    }
  },
  60_000,
)
