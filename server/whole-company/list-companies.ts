/** Lists the companies of an installation for its operator, with their sizes and their pending work. */
import type { FileStore } from '../integrations/file-store.ts'
import { listCompanyIds } from '../store/companies.ts'
import { type Database, transact } from '../store/database.ts'
import { type CompanySize, listHeads, listUses, listWaitingJobs, measureRows } from './companies-sql.ts'

export interface ListedCompany {
  readonly id: string
  readonly name: string
  readonly revision: number
  readonly createdAt: string
  /** When the company's users or tokens last accessed it, or its last command ran. */
  readonly lastUsedAt: string
  /** The number of commands that are not yet contained in the tables of records. */
  readonly behind: number
  /** The number of waiting or running background jobs, by queue. */
  readonly jobs: Readonly<Record<string, number>>
  /**
   * The memory use and waiting commands reported by the running nodes; null if no node was asked, or if the company is
   * not among their largest.
   */
  readonly memory: { readonly bytes: number; readonly waiting: number } | null
  /**
   * The company's rows and bytes in the database, and its files. Measured only on request, because every row is read.
   */
  readonly size: (CompanySize & { readonly files: number; readonly fileBytes: number }) | null
}

export type Memory = ReadonlyMap<string, { readonly bytes: number; readonly waiting: number }>

/**
 * Lists all companies. `memory`: the memory sizes and waiting commands that the nodes reported. `files`: the file store
 * if sizes are to be measured, or else null.
 */
export async function listCompanies(
  database: Database,
  { memory, files }: { memory: Memory; files: FileStore | null },
): Promise<ListedCompany[]> {
  const ids = await listCompanyIds(database)
  const [heads, uses, jobs] = [
    await transact(database, (tx) => listHeads(tx, ids)),
    await transact(database, listUses),
    await transact(database, listWaitingJobs),
  ]
  const sizes = files === null ? null : await measure(database, files, ids)
  return heads.map(({ id, name, revision, projected, created_at: createdAt, last_at: lastAt }) => {
    const usedAt = Math.max(lastAt.getTime(), uses.get(id)?.getTime() ?? 0)
    return {
      ...{ id, name, revision, createdAt: createdAt.toISOString(), lastUsedAt: new Date(usedAt).toISOString() },
      ...{ behind: revision - projected, jobs: jobs.get(id) ?? {} },
      ...{ memory: memory.get(id) ?? null, size: sizes?.get(id) ?? null },
    }
  })
}

async function measure(database: Database, files: FileStore, ids: readonly string[]) {
  const sizes = new Map<string, NonNullable<ListedCompany['size']>>()
  const rows = await measureRows(database, ids)
  for (const id of ids) {
    let [count, bytes] = [0, 0]
    for await (const size of files.listSizes(id)) {
      count += 1
      bytes += size
    }
    sizes.set(id, { ...rows.get(id)!, files: count, fileBytes: bytes })
  }
  return sizes
}

/**
 * Reads each company's memory use and waiting commands from the metrics that a node serves to Prometheus
 * (METRICS_COMPANIES).
 */
export function readMemory(metrics: string): Memory {
  const memory = new Map<string, { bytes: number; waiting: number }>()
  const series = /^skladno_company_(held_bytes|commands_waiting)\{company="([0-9a-f-]{36})"\} (\d+)$/gm
  for (const [, figure, id, value] of metrics.matchAll(series)) {
    const one = memory.get(id!) ?? { bytes: 0, waiting: 0 }
    one[figure === 'held_bytes' ? 'bytes' : 'waiting'] = Number(value)
    memory.set(id!, one)
  }
  return memory
}
