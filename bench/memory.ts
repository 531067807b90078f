/**
 * `node --expose-gc bench/memory.ts DATABASE_URL COMPANY_ID`: what a company takes in memory. Live bytes after garbage
 * collections: before it is loaded, after, and after its full state was printed once. Prints one JSON line.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { runToEnd } from '../server/domain/slices.ts'
import { printFullState } from '../server/engine/print-state.ts'
import { loadCompany } from '../server/engine/records.ts'
import { openDatabase } from '../server/store/database.ts'

const COLLECTIONS = 4
const PAUSE_MS = 20

export interface MemoryFigures {
  readonly loadMs: number
  readonly loadedBytes: number
  readonly printedBytes: number
  /** The length of the printed state. */
  readonly stateBytes: number
}

/** Buffers are part of `external`, so that adding `arrayBuffers` would count them twice. */
async function liveBytes(): Promise<number> {
  // Several times: the memory of buffers is given back after their owners were collected.
  for (let time = 0; time < COLLECTIONS; time += 1) {
    globalThis.gc?.()
    await sleep(PAUSE_MS)
  }
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

const [url = '', companyId = ''] = process.argv.slice(2)
if (globalThis.gc === undefined || companyId === '')
  throw new Error('Usage: node --expose-gc bench/memory.ts DATABASE_URL COMPANY_ID')
const database = openDatabase(url, (error) => console.error(error.message))
try {
  await database.query('select 1')
  const before = await liveBytes()
  const startedAt = performance.now()
  const company = await loadCompany(database, companyId)
  const loadMs = performance.now() - startedAt
  if (company === null) throw new Error(`There is no company ${companyId}`)
  const loadedBytes = (await liveBytes()) - before
  const snapshot = company.state.snapshot()
  const stateBytes = runToEnd(printFullState(snapshot)).reduce((total, piece) => total + piece.length, 0)
  const printedBytes = (await liveBytes()) - before
  // Named once more, so that nothing of it was collected before it was measured.
  if (company.books.products.size === 0 && snapshot.revision < 0) throw new Error('Not reached')
  const figures: MemoryFigures = { loadMs, loadedBytes, printedBytes, stateBytes }
  process.stdout.write(`${JSON.stringify(figures)}\n`)
} finally {
  await database.end()
}
