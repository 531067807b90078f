/** Creates companies in a database in memory. */
import { emptyCounters, emptyTotals } from '../../../server/domain/books.ts'
import { versionOf } from '../../../server/domain/upcasters.ts'
import { packTotals } from '../../../server/engine/packed-totals.ts'
import { COMPANY_NAME } from '../model/engine-world.ts'
import type { MemoryDatabase, StoredCompany } from './memory-database.ts'

/** Creates an empty company. `at`: the time of its creation, in milliseconds since 1970. */
export function createCompany(database: MemoryDatabase, id: string, at: number): StoredCompany {
  const row = {
    revision: 0,
    last_at: new Date(at),
    totals: packTotals(emptyTotals()),
    counters: JSON.stringify(emptyCounters()),
  }
  const settings = {
    companyName: COMPANY_NAME,
    lowStockAlerts: false,
    dailySummary: false,
    timeZone: 'Europe/Moscow',
    revision: 0,
    v: versionOf('settings'),
  }
  return database.create(id, row, JSON.stringify(settings))
}
