/**
 * Opens the data of a working day with each released version in the current version. The data must be unchanged, and
 * unfinished work must resume.
 */
import { isDeepStrictEqual } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { SHAPE_VERSION } from '../../server/domain/shape-version.ts'
import { versionOf } from '../../server/domain/upcasters.ts'
import type { Service } from '../../server/service.ts'
import { migrate } from '../../server/store/migrations.ts'
import { startVision } from '../support/fakes/held-vision.ts'
import { type FakeMoysklad, startFakeMoysklad } from '../support/moysklad/fake-moysklad.ts'
import { TINY_ACCOUNT } from '../support/moysklad/fake-moysklad-account.ts'
import { openImportRun } from '../support/moysklad/imports-run.ts'
import { NO_PACE } from '../support/moysklad/node.ts'
import { Browser } from '../support/node/browser.ts'
import { Client, type Json } from '../support/node/client.ts'
import { DUMP_KEYS, DUMPED_VERSIONS, type OpenedDump, openDump, type Said } from '../support/node/dumps.ts'
import { startNode } from '../support/node/service.ts'
import { untilStatus } from '../support/papers/reading.ts'
import { TABLE_IMPORTS, untilTable } from '../support/scene/tables.ts'

const TIMEOUT_MS = 300_000
/** The number of requests that are sent at the same time. */
const AT_ONCE = 8

/**
 * The differences that are allowed after an upgrade: the time of the self-check, the duration of recognition, and sums
 * over several units of measure.
 */
const OTHERWISE = [
  /\/recognition\/(sampleCount|elapsedSeconds|estimatedRemainingSeconds|estimateExceeded)/,
  /^\/api\/v1\/self-check\/check/,
  /^\/api\/v1\/reports\/.*\/(totals|items\/\d+)\/\w*[qQ]uantity: .*, now null$/,
  // Cursors differ because they contain the epoch.
  /\/nextCursor: "[^"]+", now "[^"]+"$/,
]

/** Returns the differences between an old response and the current one. New fields are allowed. */
function changesIn(was: Json, now: Json, at = ''): string[] {
  if (Array.isArray(was)) {
    if (!Array.isArray(now) || now.length !== was.length) return [`${at}: ${was.length} entries, now ${now?.length}`]
    return was.flatMap((entry, index) => changesIn(entry, now[index], `${at}/${index}`))
  }
  if (was === null || now === null || typeof was !== 'object' || typeof now !== 'object')
    return isDeepStrictEqual(was, now) ? [] : [`${at}: ${JSON.stringify(was)}, now ${JSON.stringify(now)}`]
  return Object.keys(was).flatMap((name) => changesIn(was[name], now[name], `${at}/${name}`))
}

/** Returns the `result` of a response exactly as it was serialized. */
function resultIn(text: string): string {
  const { result } = JSON.parse(text) as { result: object }
  const printed = JSON.stringify(result)
  expect(text.startsWith(`{"result":${printed}`), text.slice(0, 200)).toBe(true)
  return printed
}

describe.each(DUMPED_VERSIONS)('the data of a working day with version %s after an upgrade', (version) => {
  let dump: OpenedDump
  let node: Service
  let client: Client
  let fake: FakeMoysklad
  let vision: Awaited<ReturnType<typeof startVision>>
  const common = () => ({ files: dump.files, secretKeys: DUMP_KEYS })

  beforeAll(async () => {
    vision = await startVision(1)
    fake = await startFakeMoysklad({ size: TINY_ACCOUNT, seed: 1 })
    dump = await openDump(version)
    await migrate(dump.url)
    // This node must neither recognize files nor import anything, so that unfinished work is seen as it was left.
    await dump.owner.query(
      dump.day.tables === null ? 'begin' : 'begin; lock table table_import_rows, table_imports in exclusive mode',
    )
    node = await startNode(dump.url, common())
    client = new Client(node.apiUrl, dump.day.company.token, dump.day.company.id)
  }, TIMEOUT_MS)
  afterAll(async () => {
    await node?.stop()
    await dump?.drop()
    await fake?.close()
    await vision?.close()
  })

  const send = ({ method, path, key, prefer, body }: Said) =>
    client.send(method, path, undefined, { key, raw: body, ...(prefer === null ? {} : { prefer }) })

  test('after an upgrade the state, every list and every report show the same as before', {
    timeout: TIMEOUT_MS,
  }, async () => {
    const wrong: string[] = []
    for (const [path, text] of Object.entries(dump.day.company.reads)) {
      const reply = await client.get(path)
      expect(reply.status, `${path}: ${reply.text}`).toBe(200)
      wrong.push(...changesIn(JSON.parse(text), reply.json, path))
    }
    expect(wrong.filter((one) => !OTHERWISE.some((known) => known.test(one)))).toEqual([])
  })

  test(
    'after an upgrade, a command repeated with its idempotency key gets its original result, byte for byte',
    async () => {
      const wrong: string[] = []
      const ask = async (said: Said) => {
        const reply = await send(said)
        if (reply.headers.get('idempotent-replayed') !== 'true')
          wrong.push(`${said.method} ${said.path} was done again`)
        else if (reply.status !== said.status) wrong.push(`${said.path}: ${reply.status} for ${said.status}`)
        else if (said.status === 200 && resultIn(reply.text) !== resultIn(said.text))
          wrong.push(`${said.path}: ${reply.text}`)
        else wrong.push(...changesIn(JSON.parse(said.text), reply.json, said.path))
      }
      const kept = dump.day.said.filter(({ status }) => status === 200 || status === 409)
      expect(kept.length).toBeGreaterThan(100)
      for (let at = 0; at < kept.length; at += AT_ONCE) await Promise.all(kept.slice(at, at + AT_ONCE).map(ask))
      expect(wrong).toEqual([])
    },
    TIMEOUT_MS,
  )

  test('after an upgrade the columns that SQL queries use have their current form, and the log is unchanged', async () => {
    const { rows } = await dump.owner.query(
      `select p.shapes, s.record::json ->> 'v' as settings, s.record::json ->> 'timeZone' as zone
         from projections p join settings s using (company_id)`,
    )
    expect(rows.length).toBe(1 + dump.day.moves.length)
    for (const row of rows)
      expect(row).toEqual({ shapes: SHAPE_VERSION, settings: String(versionOf('settings')), zone: 'Europe/Moscow' })
    const { rows: logged } = await dump.owner.query(
      `select count(*)::int as count from commands where v < $1 and changes like '%"before":%'`,
      [SHAPE_VERSION],
    )
    expect(logged[0].count).toBeGreaterThan(0)
    // Check that every response is stored, so that none has to be rebuilt from an order whose format may change.
    const { rows: untold } = await dump.owner.query(
      'select count(*)::int as count from commands where result is null and after is null',
    )
    expect(untold[0].count).toBe(0)
  })

  test('after an upgrade the self-check finds no fault', async () => {
    expect((await client.get('/api/v1/self-check')).json).toMatchObject({ ok: true })
  })

  test(
    'after an upgrade the recognition of files continues where it stopped',
    async () => {
      await dump.owner.query('commit')
      await node.stop()
      node = await startNode(dump.url, {
        ...common(),
        recognition: { recognizer: { url: vision.url, model: 'steady' }, workers: 1 },
        extsys: { url: fake.url, pace: NO_PACE },
      })
      client = client.at(node.apiUrl)
      const ids = Object.values(dump.day.files)
      for (const id of ids) await untilStatus(client, id, 'recognized')
      const { items } = (await client.get('/api/v1/audit?action=procurement_import.recognized')).json
      expect(items.map(({ entityId }: Json) => entityId).sort()).toEqual([...ids].sort())
    },
    TIMEOUT_MS,
  )

  test(
    'after an upgrade table imports continue and apply each row once',
    async () => {
      const { tables } = dump.day
      if (tables === null) return
      const { counts } = await untilTable(client, tables.half, 'done')
      expect(counts).toMatchObject({ failed: 0 })
      expect(counts.applied).toBe(counts.create)
      await client.post(`${TABLE_IMPORTS}/${tables.ready}/apply`)
      await untilTable(client, tables.ready, 'done')
      const { products } = await client.state()
      const skus = products.map(({ sku }: Json) => sku).filter((sku: string | null) => sku?.startsWith('ДП-'))
      expect(skus.length).toBe(counts.create + 2)
      expect(new Set(skus).size).toBe(skus.length)
    },
    TIMEOUT_MS,
  )

  test(
    'after an upgrade a MoySklad import finishes its preview and then writes everything',
    async () => {
      for (const { email, password, jobId, phase } of dump.day.moves) {
        const browser = new Browser(node.appUrl)
        expect((await browser.signIn({ email, password })).status).toBe(200)
        const { user, company } = await browser.session()
        const owner = Object.assign(browser, { userId: user.id, companyId: company.id })
        const run = openImportRun(owner as unknown as Parameters<typeof openImportRun>[0])
        if (phase === 'preview') {
          await run.until(jobId, 'ready')
          await run.apply(jobId)
        }
        const { counts } = await run.until(jobId, 'done')
        expect(counts).toMatchObject({ failed: 0, written: counts.create })
        expect((await browser.get('/api/v1/self-check')).json).toMatchObject({ ok: true })
      }
    },
    TIMEOUT_MS,
  )

  test('the self-check finds no fault after the jobs from before the upgrade have finished', async () => {
    expect((await client.get('/api/v1/self-check')).json).toMatchObject({ ok: true })
  })
})
