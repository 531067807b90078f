/**
 * The contract of the engine's store, which the service keeps in PostgreSQL and the simulation in memory: the same
 * tests for both, and the same reads of the same history. Source: server/engine/company-store.ts, docs/decisions/0080.
 */
import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Prefetch } from '../../server/commands/define.ts'
import { emptyCounters, emptyTotals } from '../../server/domain/books.ts'
import { FINISHABLE_KINDS, type Kind, STATE_KINDS } from '../../server/domain/records.ts'
import { Companies } from '../../server/engine/companies.ts'
import type { CompanyReading, CompanyStore } from '../../server/engine/company-store.ts'
import { databaseStore } from '../../server/engine/database-store.ts'
import { packTotals } from '../../server/engine/packed-totals.ts'
import { readStored } from '../../server/engine/records.ts'
import type { Batch } from '../../server/store/batches.ts'
import { isKeyViolation } from '../../server/store/commits.ts'
import { type Database, isConnectionFailure } from '../../server/store/database.ts'
import { Projector } from '../../server/store/projector.ts'
import { createChance } from '../support/chance/chance.ts'
import { askAnything } from '../support/model/asking.ts'
import { COMPANY_NAME, requestOf } from '../support/model/engine-world.ts'
import type { Asked } from '../support/model/model.ts'
import { useService } from '../support/node/service.ts'
import { Judge } from '../support/simulation/judge.ts'
import { MemoryDatabase } from '../support/simulation/memory-database.ts'
import { memoryStore, PERFECT_WIRE, projectionsOf } from '../support/simulation/memory-store.ts'
import { createCompany } from '../support/simulation/new-company.ts'

const service = useService()
const NOWHERE = '018f0000-0000-7000-8000-000000000000'
const COMMANDS = 600
const SEED = 27

/** Returns a store in memory, and the database behind it. */
function openMemory(): { store: CompanyStore; database: MemoryDatabase } {
  const database = new MemoryDatabase()
  const projector = new Projector(projectionsOf(database, PERFECT_WIRE))
  return { store: memoryStore({ database, wire: PERFECT_WIRE, projector }), database }
}

const STORES = {
  PostgreSQL: async () => {
    const { companyId } = await service.newCompany()
    return { store: databaseStore(service.database), companyId }
  },
  memory: async () => {
    const { store, database } = openMemory()
    const companyId = randomUUID()
    createCompany(database, companyId, Date.now())
    return { store, companyId }
  },
}

/** One command of a batch: its key, and whether it was refused. */
type Given = readonly [key: string, isRefused?: boolean]

describe.each(Object.entries(STORES))('the store in %s', (_name, open) => {
  let store: CompanyStore
  let companyId: string

  beforeEach(async () => {
    ;({ store, companyId } = await open())
  })

  function batch(expectedRevision: number, given: readonly Given[], figures: number[] = []): Batch {
    let revision = expectedRevision
    const commands = given.map(([key, isRefused = false]) => {
      if (!isRefused) revision += 1
      return {
        ...{ key, id: randomUUID(), revision: isRefused ? null : revision, at: new Date().toISOString() },
        ...{
          fingerprint: key,
          status: isRefused ? 409 : 200,
          actorType: 'token' as const,
          actorId: 'a',
          actorName: 'A',
        },
        ...{ action: 'partner.created', entityType: 'partner', entityId: '-', summary: '', figures: null },
      }
    })
    const totals = packTotals(emptyTotals())
    const only = (text: string) => commands.map((command) => (command.revision === null ? null : text))
    return {
      ...{ companyId, expectedRevision, revision, at: new Date().toISOString(), totals, figures, commands },
      counters: JSON.stringify(emptyCounters()),
      results: commands.map(({ key }) => `{"key":"${key}"}`),
      changes: only('[]'),
      after: only('{"totals":[0,"0"]}'),
    }
  }
  const read = <T>(work: (reading: CompanyReading) => Promise<T>) => store.read({ companyId }, 'log', work)
  const keysFound = async (...keys: string[]) =>
    (await read((reading) => reading.findCommands(keys))).map(({ key }) => key).sort()

  test('a batch at the expected revision is written as a whole, and refused commands only use up their keys', async () => {
    expect(await store.commit(batch(0, [['a'], ['b', true], ['c']]))).toBe(true)
    expect(await store.currentRevision(companyId)).toBe(2)
    expect(await keysFound('a', 'b', 'c', 'd')).toEqual(['a', 'b', 'c'])
    const [refused] = await read((reading) => reading.findCommands(['b']))
    expect(refused).toMatchObject({ revision: null, status: 409, result: '{"key":"b"}', totals: null, placed: null })
  })

  test('a batch at another revision is not written, and its keys stay free', async () => {
    await store.commit(batch(0, [['a']]))
    expect(await store.commit(batch(0, [['b']]))).toBe(false)
    expect(await store.commit(batch(2, [['b']]))).toBe(false)
    expect(await keysFound('b')).toEqual([])
    expect(await store.currentRevision(companyId)).toBe(1)
  })

  test('a batch with a used key is not written, even if the key was used by a refusal or comes last', async () => {
    await store.commit(batch(0, [['a'], ['b', true]]))
    for (const key of ['a', 'b']) {
      const error = await store.commit(batch(1, [['new'], [key]])).catch((caught: unknown) => caught)
      expect(isKeyViolation(error), key).toBe(true)
    }
    expect(await keysFound('new')).toEqual([])
    expect(await store.currentRevision(companyId)).toBe(1)
  })

  test('a batch with one key twice is not written', async () => {
    const error = await store.commit(batch(0, [['a'], ['a']])).catch((caught: unknown) => caught)
    expect(isKeyViolation(error)).toBe(true)
    expect(await keysFound('a')).toEqual([])
  })

  test('a batch with a negative figure is not written', async () => {
    const error = await store.commit(batch(0, [['a']], [1, 0, -1])).catch((caught: unknown) => caught)
    expect(error).toMatchObject({ code: '23514' })
    expect(isConnectionFailure(error)).toBe(false)
    expect(await keysFound('a')).toEqual([])
    expect(await store.commit(batch(0, [['a']], [0]))).toBe(true)
  })

  test('a transaction that rejects writes nothing and frees the lock', async () => {
    const failing = store.write(companyId, async (tx) => {
      await tx.lock()
      expect(await tx.commit(batch(0, [['a']]))).toBe(true)
      throw new TypeError('changed its mind')
    })
    await expect(failing).rejects.toThrow('changed its mind')
    expect(await keysFound('a')).toEqual([])
    expect(await store.commit(batch(0, [['a']]))).toBe(true)
  })

  test('a transaction sees what it wrote, and others see it only afterwards', async () => {
    await store.write(companyId, async (tx) => {
      expect(await tx.lock()).toBe(0)
      await tx.commit(batch(0, [['a']]))
      expect((await tx.findCompany())!.revision).toBe(1)
      expect((await tx.findCommands(['a'])).length).toBe(1)
      expect(await tx.listImagesSince({ since: 0, upTo: 9, maxRows: 9, maxBytes: 999 })).toHaveLength(1)
      expect(await store.currentRevision(companyId)).toBe(0)
      expect(await keysFound('a')).toEqual([])
      expect(await tx.commit(batch(0, [['b']]))).toBe(false)
      expect(await tx.commit(batch(1, [['b']]))).toBe(true)
    })
    expect(await store.currentRevision(companyId)).toBe(2)
    expect(await keysFound('a', 'b')).toEqual(['a', 'b'])
  })

  test('a commit waits for the lock and then finds that the revision has moved', async () => {
    const ended: string[] = []
    let outside: Promise<boolean> | null = null
    await store.write(companyId, async (tx) => {
      await tx.lock()
      outside = store.commit(batch(0, [['b']])).finally(() => ended.push('commit'))
      await tx.commit(batch(0, [['a']]))
      await tx.findCompany()
      ended.push('transaction')
    })
    expect(await outside!).toBe(false)
    expect(ended).toEqual(['transaction', 'commit'])
  })

  test('a read sees one snapshot, whatever is committed meanwhile', async () => {
    await store.commit(batch(0, [['a']]))
    await read(async (reading) => {
      expect((await reading.findCompany())!.revision).toBe(1)
      await store.commit(batch(1, [['b']]))
      expect((await reading.findCompany())!.revision).toBe(1)
      expect(await reading.findCommands(['b'])).toEqual([])
      expect(await reading.findCommandId(2)).toBeNull()
      expect(await reading.listChangesSince({ since: 0, upTo: 9, maxRows: 9, maxBytes: 999 })).toHaveLength(1)
    })
  })

  test('a page of the log has at least one row, and ends at its limits', async () => {
    await store.commit(batch(0, [['a'], ['b', true], ['c'], ['d']]))
    const revisions = (maxRows: number, maxBytes: number, upTo = 9) =>
      read(async (reading) =>
        (await reading.listChangesSince({ since: 0, upTo, maxRows, maxBytes })).map(({ revision }) => revision),
      )
    expect(await revisions(9, 999)).toEqual([1, 2, 3])
    expect(await revisions(2, 999)).toEqual([1, 2])
    expect(await revisions(9, 999, 1)).toEqual([1])
    expect(await revisions(9, 1)).toEqual([1])
    expect(await revisions(9, 3)).toEqual([1, 2])
    expect(await read((reading) => reading.sumChanges({ since: 1, upTo: 3 }))).toBe(4)
  })

  test('a company that does not exist is refused', async () => {
    await expect(store.currentRevision(NOWHERE)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
    await expect(store.write(NOWHERE, (tx) => tx.lock())).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
    expect(await store.read({ companyId: NOWHERE }, 'log', (reading) => reading.findCompany())).toBeNull()
  })

  test('a checkpoint is found from its revision on, if the log still has its command', async () => {
    const written = batch(0, [['a'], ['b'], ['c']])
    await store.commit(written)
    const [first, , third] = written.commands
    const made = (revision: number, commandId: string) => ({
      ...{ revision, commandId, head: Buffer.from(`head ${revision}`) },
      chunks: [{ digest: Buffer.from(`digest ${revision}`), content: Buffer.from(`content ${revision}`) }],
    })
    expect(await store.newestCheckpoint(companyId)).toBe(0)
    await store.insertCheckpoint(companyId, made(1, first!.id))
    await store.insertCheckpoint(companyId, made(3, third!.id))
    await store.insertCheckpoint(companyId, made(2, randomUUID()))
    expect(await store.newestCheckpoint(companyId)).toBe(3)
    await read(async (reading) => {
      expect(await reading.findCheckpoint(0)).toBeNull()
      expect((await reading.findCheckpoint(2))!.revision).toBe(1)
      expect((await reading.findCheckpoint(9))!.head.toString()).toBe('head 3')
      const [chunk, ...more] = await reading.listChunks([Buffer.from('digest 3'), Buffer.from('digest 7')])
      expect(chunk!.content.toString()).toBe('content 3')
      expect(more).toEqual([])
    })
  })
})

/** Plays random commands in the engine on a store in memory. Returns the store and the batches that it committed. */
async function playInMemory(companyId: string) {
  const { store, database } = openMemory()
  const company = createCompany(database, companyId, Date.now())
  const batches: Batch[] = []
  const askedOf = new Map<string, Asked>()
  const faults: string[] = []
  const judge = new Judge({
    company,
    name: COMPANY_NAME,
    askedWith: (key) => askedOf.get(key) ?? null,
    report: (fault) => faults.push(fault),
    latest: () => Date.now() + 1_000,
  })
  const log = {
    warn: () => undefined,
    error: (details: object, message: string) => faults.push(`${message} ${details}`),
  }
  const companies = new Companies({} as Database, log, Number.POSITIVE_INFINITY)
  const commit = (batch: Batch) => {
    batches.push(batch)
    return store.commit(batch)
  }
  companies.store = { ...store, commit }
  const chance = createChance(SEED)
  for (let done = 0; done < COMMANDS; done += 1) {
    const asked = askAnything(chance, judge.model)
    const request = requestOf(asked, `key-${done}`)
    askedOf.set(request.key, asked)
    await (await companies.get(companyId))!.submit(request)
  }
  expect(faults).toEqual([])
  return { store, company, batches, judge }
}

/** Returns queries that have results in the given records. */
function prefetches(tables: Judge['tables']): Prefetch[] {
  const ids = (kind: Kind) => [...(tables.get(kind)?.keys() ?? [])]
  const lots = [...tables.get('lots')!.values()].map(
    ({ record }) => record as { productId: string; warehouseId: string },
  )
  // Rules use what was delivered only for orders to suppliers.
  const orderDocuments = [...tables.get('documents')!.values()]
    .map(({ record }) => record as { id: string; kind: string })
    .filter(({ kind }) => kind === 'purchase_order')
  return [
    ...ids('movements').map((id) => ({ fact: 'record', kind: 'movements', id }) as const),
    ...ids('orders').map((id) => ({ fact: 'olderFinishedOrder', id }) as const),
    ...lots.map(({ productId, warehouseId }) => ({ fact: 'newestLot', productId, warehouseId }) as const),
    ...ids('payments').map((id) => ({ fact: 'paymentWithOrders', id }) as const),
    ...ids('documents').flatMap((id) => [
      { fact: 'documentSources', id } as const,
      { fact: 'documentMovements', id } as const,
    ]),
    ...orderDocuments.map(({ id }) => ({ fact: 'delivered', documentId: id }) as const),
    ...ids('shipments').map((id) => ({ fact: 'shipment', id }) as const),
  ]
}

/** Reads everything that the engine may ask about a company's history. */
function readAll(store: CompanyStore, companyId: string, judge: Judge): Promise<unknown> {
  const keys = [...judge.judged.keys()]
  return store.read({ companyId }, 'tables', async (reading) => {
    const found: unknown[] = [await reading.findCompany(), await reading.findProjectedRevision()]
    for await (const { kind, kept } of readStored(reading)) found.push([kind, kept.map((text) => JSON.parse(text))])
    for (const kind of STATE_KINDS) {
      const texts = await reading.findRecords(kind, [...(judge.tables.get(kind)?.keys() ?? [])])
      found.push([
        kind,
        texts.map((text) => JSON.parse(text)).sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1)),
      ])
    }
    for (const kind of FINISHABLE_KINDS)
      found.push(
        (await reading.listFinishedAsOf(kind, { revision: COMMANDS / 3, limit: 3 })).map((text) => JSON.parse(text)),
      )
    found.push((await reading.findCommands(keys)).sort(byKey))
    for (const since of [0, 30, COMMANDS]) {
      const page = { since, upTo: COMMANDS / 2, maxRows: 40, maxBytes: 20_000 }
      found.push(
        await reading.listChangesSince(page),
        await reading.listImagesSince(page),
        await reading.sumChanges(page),
      )
    }
    for (const query of prefetches(judge.tables)) found.push([query, comparable(await reading.prefetch([query]))])
    return found
  })
}

const byKey = (a: { key: string }, b: { key: string }) => (a.key < b.key ? -1 : 1)

/** The facts that a query found, without the order that is not promised. */
const comparable = (facts: object) =>
  Object.fromEntries(
    Object.entries(facts).map(([name, value]) => [
      name,
      name === 'movements' || !Array.isArray(value)
        ? value
        : [...value].sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1)),
    ]),
  )

test('the store in memory answers every read of the engine as PostgreSQL does', async () => {
  const { companyId } = await service.newCompany(COMPANY_NAME)
  const played = await playInMemory(companyId)
  const sql = databaseStore(service.database)
  for (const batch of played.batches) expect(await sql.commit(batch)).toBe(true)
  const inSql = await readAll(sql, companyId, played.judge)
  expect(await readAll(played.store, companyId, played.judge)).toEqual(inSql)
  const keys = [...played.judge.judged.keys()]
  for (const isWhole of [false, true]) {
    const asked = keys.map((key, at) => ({ key, isWhole, settingsAt: at % 2 === 0 ? null : COMMANDS / 4 }))
    const found = await Promise.all([sql, played.store].map((store) => store.findReplayed(companyId, asked)))
    expect(found[1]!.sort(byKey)).toEqual(found[0]!.sort(byKey))
  }
  played.judge.compareTables()
  expect(played.judge.printNow()).toContain(`"revision":${played.company.row.revision},`)
})
