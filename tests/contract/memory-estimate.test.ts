/**
 * Compares the service's estimate of a company's memory with the memory that the company really takes, measured as the
 * live bytes of a process that loads the company, prints it and lists it.
 */
import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import pg from 'pg'
import { beforeAll, expect, test } from 'vitest'
import type { MemoryFigures } from '../../bench/memory.ts'
import { fillShape, SHAPES } from '../../bench/memory-shapes.ts'
import { openDatabase } from '../../server/store/database.ts'
import { cloneDatabase, newCompany } from '../support/node/service.ts'

const MEASURE = fileURLToPath(new URL('../../bench/memory.ts', import.meta.url))
const [LEAST, MOST] = [0.7, 1.5]
/**
 * The largest allowed ratio of estimate to real size if many of a company's records share names. The estimate counts a
 * shared name once per record.
 */
const MOST_OF_NAMES = 2

const figures = new Map<string, MemoryFigures>()

/** Measures all companies in one process, because starting a process takes longer than measuring a company. */
beforeAll(async () => {
  const cloned = await cloneDatabase()
  const database = openDatabase(cloned.url, () => {})
  const admin = new pg.Client({ connectionString: cloned.url })
  await admin.connect()
  const ids: string[] = []
  for (const rowsOf of Object.values(SHAPES)) {
    const { companyId } = await newCompany(database, 'http://none')
    await fillShape((text, values) => admin.query(text, values), companyId, rowsOf())
    ids.push(companyId)
  }
  const options = ['--expose-gc', '--max-semi-space-size=64']
  const { stdout } = await promisify(execFile)(process.execPath, [...options, MEASURE, cloned.url, ...ids])
  const lines = stdout.trim().split('\n')
  for (const [index, what] of Object.keys(SHAPES).entries()) figures.set(what, JSON.parse(lines[index]!))
  await admin.end()
  await database.end()
  await cloned.drop()
}, 240_000)

test.each(Object.keys(SHAPES))('the service’s estimate of the memory taken by %s is correct', (what) => {
  const { loaded, printed, listed } = figures.get(what)!
  for (const { bytes, estimated } of [loaded, printed, listed]) {
    expect(estimated / bytes).toBeGreaterThan(LEAST)
    expect(estimated / bytes).toBeLessThan(what.includes('same names') ? MOST_OF_NAMES : MOST)
  }
})
