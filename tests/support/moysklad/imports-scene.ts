/**
 * Prepares test files about imports: a node and a fake MoySklad, and for each test a fresh MoySklad account and an
 * owner whose company is connected to it.
 */
import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import type { Pace } from '../../../server/moysklad/pace.ts'
import type { Service } from '../../../server/service.ts'
import { type HeldTable, holdTable } from '../node/held-table.ts'
import { cloneDatabase, startNode } from '../node/service.ts'
import { newOwner, type Owner } from '../scene/team.ts'
import { type Expected, expectedImport } from './expected-import.ts'
import { FAKE_TOKEN, type FakeMoysklad, startFakeMoysklad } from './fake-moysklad.ts'
import { type AccountSize, makeAccount, SMALL_ACCOUNT } from './fake-moysklad-account.ts'
import type { Rights } from './fake-moysklad-answers.ts'
import type { Row } from './fake-moysklad-shapes.ts'
import { differences, idsIn } from './imported-company.ts'
import { type ImportRun, openImportRun } from './imports-run.ts'
import { NO_PACE } from './node.ts'

const SEED = 20_261_122

export interface ImportScene {
  readonly fake: FakeMoysklad
  readonly owner: Owner
  readonly imports: ImportRun
  /**
   * The tokens that the fake MoySklad accepts, each with the missing rights of its user. A token removed from here is
   * no longer accepted.
   */
  readonly tokens: Record<string, Rights>
  /** Returns the rows of a MoySklad entity, which the test may edit. */
  rows(entity: string): Row[]
  connect(token: string): Promise<void>
  hold(table: string): Promise<HeldTable>
  /** Returns the expected outcome of importing the account in its present state. */
  expected(): Expected[]
  /** Checks every record and field of the company and the import report against `expected`. */
  expectImported(jobId: string, expected?: readonly Expected[]): Promise<void>
  /** Returns our id of an imported record by its placeholder, as returned by `named`. */
  idOf(jobId: string, name: string): Promise<string>
}

export interface SceneSettings {
  readonly size?: AccountSize
  readonly pace?: Pace
}

/** Prepares a test file about imports. Call it at the top of the file. */
export function useImports({ size = SMALL_ACCOUNT, pace = NO_PACE }: SceneSettings = {}): ImportScene {
  let cloned: Awaited<ReturnType<typeof cloneDatabase>>
  let node: Service
  let [fake, owner, imports] = [{} as FakeMoysklad, {} as Owner, {} as ImportRun]
  const tokens: Record<string, Rights> = {}
  beforeAll(async () => {
    cloned = await cloneDatabase()
    fake = await startFakeMoysklad({ tokens, account: makeAccount(size, SEED) })
    node = await startNode(cloned.url, { extsys: { url: fake.url, pace } })
  })
  afterAll(async () => {
    await node.stop()
    await fake.close()
    await cloned.drop()
  })
  const scene: ImportScene = {
    get fake() {
      return fake
    },
    get owner() {
      return owner
    },
    get imports() {
      return imports
    },
    tokens,
    rows: (entity) => fake.account.rows.get(entity)!,
    async connect(token) {
      const reply = await owner.post('/api/v1/integrations/extsys/connection', { token })
      if (reply.status !== 200) throw new Error(`The connection was answered ${reply.status}: ${reply.text}`)
    },
    hold: (table) => holdTable(cloned.url, table),
    expected: () => expectedImport(fake.account),
    async expectImported(jobId, expected = scene.expected()) {
      const wrong = await differences(owner, { expected, rows: await imports.rows(jobId) })
      expect(wrong).toEqual([])
    },
    async idOf(jobId, name) {
      const id = idsIn(await imports.rows(jobId)).get(name)
      if (id === undefined) throw new Error(`Nothing here is ${name}`)
      return id
    },
  }
  beforeEach(async () => {
    for (const [entity, list] of makeAccount(size, SEED).rows) fake.account.rows.set(entity, list)
    fake.onRequest = null
    for (const token of Object.keys(tokens)) delete tokens[token]
    tokens[FAKE_TOKEN] = {}
    owner = await newOwner(node.appUrl)
    imports = openImportRun(owner)
    await scene.connect(FAKE_TOKEN)
  })
  return scene
}
