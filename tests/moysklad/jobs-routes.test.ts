/**
 * Tests how owners start, stop and apply imports: which commands are allowed in which status, which commands take
 * effect only once, and what is shown.
 */
import { beforeEach, expect, test } from 'vitest'
import type { JobStatus } from '../../server/moysklad/jobs/job.ts'
import { openPacing, paceKey } from '../../server/moysklad/pacing.ts'
import { ACCOUNT, ALL, connectCompany, putJob, rowOf } from '../support/moysklad/import-jobs.ts'
import { TEST_PACE } from '../support/moysklad/node.ts'
import { useService } from '../support/node/service.ts'
import { addMember, newOwner, type Owner, withKey } from '../support/scene/team.ts'

const URL = '/api/v1/integrations/extsys'
const JOBS = `${URL}/jobs`

const service = useService()
let owner: Owner

beforeEach(async () => {
  owner = await newOwner(service.sessionUrl)
})

const connect = (accountId?: string) => connectCompany(service.database, owner.companyId, accountId)
const put = (wishes: Parameters<typeof putJob>[2]) => putJob(service.database, owner.companyId, wishes)
const command = (id: string, name: string, asking = {}) => owner.post(`${JOBS}/${id}/${name}`, {}, asking)
const jobs = async () => (await owner.get(URL)).json.jobs
const NOTHING = { products: false, partners: false, warehouses: false, organizations: false, purchases: false }

test('a new import starts with a preview and appears in the import history and the audit log', async () => {
  await connect()
  const options = { ...NOTHING, products: true, partners: true }
  const { status, json } = await owner.post(JOBS, options)
  expect(status).toBe(200)
  expect(json.result).toEqual({
    ...{ id: expect.any(String), status: 'previewing', phase: 'preview', options },
    progress: {
      ...{ entity: 'settings', done: 0, total: null, stage: 'reading', percent: 0 },
      estimatedRemainingSeconds: null,
    },
    counts: { create: 0, update: 0, unchanged: 0, problem: 0, written: 0, failed: 0 },
    createdAt: expect.stringMatching(/Z$/),
    createdBy: { id: owner.userId, name: owner.account.name },
    ...{ startedAt: null, finishedAt: null },
  })
  expect((await jobs()).map(({ id }: { id: string }) => id)).toEqual([json.result.id])
  const [entry] = (await owner.get('/api/v1/audit')).json.items
  expect(entry).toMatchObject({ action: 'import.started', entityType: 'integration', entityId: json.result.id })
  expect(entry.summary).toBe('Started an import from MoySklad: products, partners')
})

test('a repeated command to start an import gets the first response and does not start a second import', async () => {
  await connect()
  const key = withKey('start-it-once')
  const first = await owner.post(JOBS, ALL, key)
  // Check that the repeated command returns the state from the first response, even though the company has changed
  // since.
  await owner.post('/api/v1/warehouses', { name: 'Новый склад' })
  const again = await owner.post(JOBS, ALL, key)
  expect([again.text, again.headers.get('idempotent-replayed')]).toEqual([first.text, 'true'])
  expect((await owner.post(JOBS, { ...ALL, partners: false }, key)).json.code).toBe('IDEMPOTENCY_KEY_REUSED')
  expect(await jobs()).toHaveLength(1)
})

test('the response to an import command contains its result and the company state', async () => {
  await connect()
  const { json: whole } = await owner.post(JOBS, ALL)
  expect(whole.state).toEqual((await owner.get('/api/v1/bootstrap')).json)
  const asked = async (prefer: string) => {
    const { id } = (await jobs())[0]
    await command(id, 'cancel')
    const { json, headers } = await owner.post(JOBS, ALL, { headers: { prefer } })
    expect(json.result.status).toBe('previewing')
    return { state: json.state, applied: headers.get('preference-applied') }
  }
  const { revision } = whole.state
  expect(await asked('return=minimal')).toMatchObject({ state: { revision }, applied: 'return=minimal' })
  expect((await asked('state=changes')).state).toMatchObject({ revision, since: revision })
  const since = await asked('state=changes; since=0')
  expect(since.applied).toBe('state=changes; since=0')
})

test('a company that is not connected to MoySklad cannot start an import', async () => {
  const { status, json } = await owner.post(JOBS, ALL)
  expect([status, json.code]).toEqual([409, 'NOT_CONNECTED'])
  expect(json.detail).toMatch(/Connect it with POST/)
  expect(await jobs()).toEqual([])
})

test('an import with no section selected is refused', async () => {
  await connect()
  const { status, json } = await owner.post(JOBS, NOTHING)
  expect([status, json.code]).toEqual([400, 'VALIDATION_FAILED'])
  expect(json.detail).toMatch(/at least one of the five/)
})

test.each([{}, { ...ALL, products: 'true' }, { ...ALL, more: true }, { products: true }])(
  'a command to start an import with the invalid body %j is refused',
  async (body) => {
    await connect()
    expect((await owner.post(JOBS, body)).json.code).toBe('VALIDATION_FAILED')
  },
)

test('a company can have only one unfinished import', async () => {
  await connect()
  for (const status of ['previewing', 'ready', 'applying', 'paused', 'failed'] as const) {
    const id = await put({ status })
    const { status: code, json } = await owner.post(JOBS, ALL)
    expect([code, json.code]).toEqual([409, 'JOB_STATE'])
    expect(json.detail).toContain(id)
    expect((await command(id, 'cancel')).status).toBe(200)
  }
  expect((await owner.post(JOBS, ALL)).status).toBe(200)
})

/** Maps each command, each status that allows it and each phase to the resulting status. */
const MOVES: Record<string, Partial<Record<JobStatus, Record<'preview' | 'apply', JobStatus>>>> = {
  pause: {
    previewing: { preview: 'paused', apply: 'paused' },
    applying: { preview: 'paused', apply: 'paused' },
  },
  resume: {
    paused: { preview: 'previewing', apply: 'applying' },
    failed: { preview: 'previewing', apply: 'applying' },
  },
  cancel: Object.fromEntries(
    ['previewing', 'ready', 'applying', 'paused', 'failed'].map((status) => [
      status,
      { preview: 'cancelled', apply: 'cancelled' },
    ]),
  ),
  apply: { ready: { preview: 'applying', apply: 'applying' } },
}
const STATUSES: JobStatus[] = ['previewing', 'ready', 'applying', 'paused', 'failed', 'cancelled', 'done']
const CASES = Object.keys(MOVES).flatMap((name) => STATUSES.map((status) => ({ name, status })))

test.each(CASES)(
  'the command $name for an import with the status $status is accepted only if the status allows it',
  async ({ name, status }) => {
    await connect()
    for (const phase of ['preview', 'apply'] as const) {
      const isOver = status === 'cancelled' || status === 'done'
      const id = await put({ status, phase, error: { kind: 'down', ru: 'Не работает.', en: 'Does not work.' } })
      const to = MOVES[name]![status]?.[phase]
      const { status: code, json } = await command(id, name)
      if (to === undefined) {
        expect([code, json.code]).toEqual([409, 'JOB_STATE'])
        expect(json.detail).toContain(`(${status})`)
        expect(json.detail).toMatch(isOver ? /Start a new one/ : /Possible now: .*cancel/)
        expect(json.detail).not.toMatch(new RegExp(`now: .*\\b${name}\\b`))
      } else {
        expect([code, json.result.status, json.result.error]).toEqual([200, to, undefined])
        expect(json.result.phase).toBe(name === 'apply' ? 'apply' : phase)
        expect(json.result.finishedAt === null).toBe(to !== 'cancelled')
      }
      const shown = (await jobs())[0]
      if (to === undefined) expect(shown.status).toBe(status)
      if (!isOver) await command(id, 'cancel')
    }
  },
)

test('resuming an import that is waiting to retry ends the wait at once', async () => {
  await connect()
  const pausedUntil = new Date(Date.now() + 3_600_000)
  const error = { kind: 'down', ru: 'Не работает.', en: 'Does not work.' }
  const id = await put({ status: 'previewing', error, pausedUntil })
  const [waiting] = await jobs()
  expect(waiting.pausedUntil).toBe(pausedUntil.toISOString())
  expect(waiting.error).toEqual({ kind: 'down', message: 'Не работает.', messageEn: 'Does not work.' })
  const { json } = await command(id, 'resume')
  expect([json.result.status, json.result.pausedUntil, json.result.error]).toEqual(['previewing', undefined, undefined])
})

test.each(['paused', 'failed'] as const)(
  'an import that is %s can be resumed only while the MoySklad account it belongs to is connected',
  async (status) => {
    await connect('another account')
    const id = await put({ status })
    const { status: code, json } = await command(id, 'resume')
    expect([code, json.code]).toEqual([409, 'JOB_STATE'])
    expect(json.detail).toMatch(/another account than "Счёт another account"/)
  },
)

test('an import whose company was disconnected from MoySklad cannot continue', async () => {
  const id = await put({ status: 'paused' })
  expect((await command(id, 'resume')).json.code).toBe('NOT_CONNECTED')
})

test('an import command repeated with its idempotency key takes effect only once', async () => {
  await connect()
  const id = await put({ status: 'previewing' })
  const key = withKey('pause-it-once')
  const first = await command(id, 'pause', key)
  await command(id, 'resume')
  expect((await command(id, 'pause', key)).text).toBe(first.text)
  expect((await jobs())[0].status).toBe('previewing')
  await command(id, 'cancel')
  const ready = await put({ status: 'ready' })
  await command(ready, 'apply')
  const { items } = (await owner.get('/api/v1/audit')).json
  const actions = items.map(({ action, entityId }: { action: string; entityId: string }) => [action, entityId])
  expect(actions.slice(0, 4)).toEqual([
    ['import.applied', ready],
    ['import.cancelled', id],
    ['import.resumed', id],
    ['import.paused', id],
  ])
})

test('two simultaneous commands to start an import start only one', async () => {
  await connect()
  const answers = await Promise.all([owner.post(JOBS, ALL), owner.post(JOBS, ALL)])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  expect(await jobs()).toHaveLength(1)
})

test('a pause required by MoySklad is shown only for the running import', async () => {
  const pacing = openPacing(service.database, TEST_PACE)
  const refused = { value: null, refusal: { retryAfterMs: 60_000 }, sentAfterMs: 0 }
  const account = `waiting ${owner.companyId}`
  for (let count = 0; count < 4; count += 1) {
    const until = await pacing.pausedUntil(paceKey('account', account))
    if (until !== null) break
    const signal = AbortSignal.timeout(5_000)
    await pacing.take([paceKey('account', account)], { signal }, async () => refused)
  }
  const until = await pacing.pausedUntil(paceKey('account', account))
  expect(until).not.toBeNull()
  await put({ status: 'done', accountId: account })
  const id = await put({ status: 'applying', phase: 'apply', accountId: account })
  const shown = await jobs()
  expect(shown.map((job: { id: string; pausedUntil?: string }) => [job.id === id, job.pausedUntil])).toEqual([
    [true, until!.toISOString()],
    [false, undefined],
  ])
})

test('the import history contains the twenty newest imports, newest first', async () => {
  const ids: string[] = []
  for (let count = 0; count < 22; count += 1) ids.push(await put({ status: 'done' }))
  expect((await jobs()).map(({ id }: { id: string }) => id)).toEqual(ids.reverse().slice(0, 20))
})

test('the counts of an import match the rows of its report', async () => {
  const rows = [
    rowOf(0),
    rowOf(1, { action: 'update', status: 'written' }),
    rowOf(2, { action: 'problem', status: 'skipped' }),
    rowOf(3, { status: 'failed' }),
  ]
  await put({ status: 'ready', rows })
  const [{ counts, progress }] = await jobs()
  expect(counts).toEqual({ create: 2, update: 1, unchanged: 0, problem: 1, written: 1, failed: 1 })
  expect(progress).toMatchObject({ done: 4, total: 4, percent: 100 })
})

test('an unknown import is not found, nor is another company’s', async () => {
  const id = await put({ status: 'ready' })
  const stranger = await newOwner(service.sessionUrl)
  for (const name of Object.keys(MOVES)) {
    const foreign = await stranger.post(`${JOBS}/${id}/${name}`, {})
    expect([foreign.status, foreign.json.code]).toEqual([404, 'NOT_FOUND'])
    expect((await command('no-id', name)).json.code).toBe('NOT_FOUND')
  }
  expect((await jobs())[0].status).toBe('ready')
})

test('only owners can use imports', async () => {
  const id = await put({ status: 'ready' })
  const manager = await addMember(service, owner, 'manager')
  for (const path of [JOBS, ...Object.keys(MOVES).map((name) => `${JOBS}/${id}/${name}`)])
    expect((await manager.post(path, path === JOBS ? ALL : {})).json.code).toBe('FORBIDDEN')
  for (const path of ['rows', 'problems', 'report'])
    expect((await manager.get(`${JOBS}/${id}/${path}`)).json.code).toBe('FORBIDDEN')
})

test('the connection to MoySklad cannot be removed while an import is unfinished', async () => {
  await connect(ACCOUNT)
  for (const status of ['previewing', 'ready', 'applying', 'paused', 'failed'] as const) {
    const id = await put({ status })
    const refused = await owner.send('DELETE', `${URL}/connection`, {})
    expect([refused.status, refused.json.code]).toEqual([409, 'JOB_STATE'])
    expect(refused.json.detail).toContain(id)
    expect((await owner.get(URL)).json.connection.connected).toBe(true)
    await command(id, 'cancel')
  }
  expect((await owner.send('DELETE', `${URL}/connection`, {})).status).toBe(200)
})
