/**
 * Tests the records of kinds that share one database table: writing, deleting, upgrading and rebuilding them by SQL.
 */
import pg from 'pg'
import { v7 } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aboutKind, KIND_NAMES } from '../../server/domain/kinds.ts'
import { RECORD_CHECKS } from '../../server/self-check/records-sql.ts'
import { APP_ROLE } from '../../server/store/database.ts'
import { migrate } from '../../server/store/migrations.ts'
import { cloneDatabase } from '../support/node/service.ts'

const FIRST = '00000000-0000-0000-0000-000000000000'

let cloned: Awaited<ReturnType<typeof cloneDatabase>>
let client: pg.Client

beforeAll(async () => {
  cloned = await cloneDatabase()
  client = new pg.Client({ connectionString: cloned.url })
  await client.connect()
})
afterAll(async () => {
  await client.end()
  await cloned.drop()
})

const textOf = (id: string, revision: number) => `{"id":"${id}","name":"Чайка","revision":${revision}}`

/** Runs `work` with the service's database role and for a company, in a transaction that is rolled back at the end. */
async function asCompany<T>(companyId: string, work: () => Promise<T>): Promise<T> {
  await client.query('begin')
  try {
    await client.query(`set local role ${APP_ROLE}`)
    await client.query(`select set_config('app.company_id', $1, true)`, [companyId])
    return await work()
  } finally {
    await client.query('rollback')
  }
}

/** A change of a record: the record's kind, its id, and its new text (null if the record was deleted). */
type Image = readonly [kind: string, id: string, text: string | null]

const write = (companyId: string, ...images: Image[]) =>
  client.query('select write_images($1, $2, $3, $4, $5)', [
    companyId,
    images.map(([kind]) => kind),
    images.map(([, id]) => id),
    images.map(() => 1),
    images.map(([, , text]) => text),
  ])

async function rows(): Promise<unknown[]> {
  const found = await client.query({
    text: 'select kind, id, revision::int, record from plain_records order by kind, id',
    rowMode: 'array',
  })
  return found.rows
}

test('the database and the code agree on which kinds of record have their own table', async () => {
  const { rows: known } = await client.query<{ kind: string; table: string | null }>(
    'select kind, table_of(kind) as table from unnest($1::text[]) as kind',
    [KIND_NAMES],
  )
  expect(known).toEqual(KIND_NAMES.map((kind) => ({ kind, table: aboutKind(kind).table ?? null })))
})

test('records of kinds without their own table can be written, overwritten and deleted', async () => {
  const [companyId, id, other] = [v7(), v7(), v7()]
  await asCompany(companyId, async () => {
    await write(
      companyId,
      ['carriers', id, textOf(id, 1)],
      ['boxes', id, textOf(id, 1)],
      ['boxes', other, textOf(other, 1)],
    )
    await write(companyId, ['boxes', other, textOf(other, 2)])
    expect(await rows()).toEqual([
      ['boxes', id, 1, textOf(id, 1)],
      ['boxes', other, 2, textOf(other, 2)],
      ['carriers', id, 1, textOf(id, 1)],
    ])
    await write(companyId, ['boxes', id, null], ['boxes', other, null])
    expect(await rows()).toEqual([['carriers', id, 1, textOf(id, 1)]])
  })
})

test('a record whose kind has its own table is written only to that table', async () => {
  const [companyId, id] = [v7(), v7()]
  const warehouse = `{"id":"${id}","name":"Склад","archived":false,"revision":3}`
  await asCompany(companyId, async () => {
    await write(companyId, ['warehouses', id, warehouse], ['carriers', id, textOf(id, 1)])
    const { rows: found } = await client.query('select record from warehouses')
    expect(found).toEqual([{ record: warehouse }])
    expect(await rows()).toEqual([['carriers', id, 1, textOf(id, 1)]])
  })
})

test('the self-check reports and repairs a column that differs from its stored record', async () => {
  const [companyId, id] = [v7(), v7()]
  const differing = async () => {
    const found = await client.query({
      text: RECORD_CHECKS['the columns of a record agree with its JSON']!,
      values: [companyId],
      rowMode: 'array',
    })
    return found.rows.flat()
  }
  await asCompany(companyId, async () => {
    await write(companyId, ['carriers', id, textOf(id, 1)], ['boxes', id, textOf(id, 1)])
    expect(await differing()).toEqual([])
    await client.query(`update plain_records set revision = 9 where kind = 'carriers'`)
    expect(await differing()).toEqual([`carriers ${id}`])
    const reindex = (after: string) =>
      client.query<{ last: string | null }>(`select reindex_records($1, 'carriers', $2, 10) as last`, [
        companyId,
        after,
      ])
    expect((await reindex(FIRST)).rows).toEqual([{ last: id }])
    expect(await differing()).toEqual([])
    expect((await reindex(id)).rows).toEqual([{ last: null }])
  })
})

test('when records are upgraded to the current shape, only one kind is locked at a time', async () => {
  const [companyId, id, other] = [v7(), v7(), v7()]
  await asCompany(companyId, async () => {
    await write(companyId, ['carriers', id, textOf(id, 1)], ['boxes', other, textOf(other, 1)])
    const { rows: locked } = await client.query(`select * from lock_records($1, 'carriers', $2, 10)`, [
      companyId,
      FIRST,
    ])
    expect(locked).toEqual([{ id, record: textOf(id, 1) }])
  })
})

test('another company finds none of the records stored in the shared table', async () => {
  const [companyId, id] = [v7(), v7()]
  await asCompany(companyId, async () => {
    await write(companyId, ['carriers', id, textOf(id, 1)])
    await client.query(`select set_config('app.company_id', $1, true)`, [v7()])
    expect(await rows()).toEqual([])
  })
})

test('a record of a kind that is never deleted cannot be deleted', async () => {
  const [companyId, id] = [v7(), v7()]
  await asCompany(companyId, () => expect(write(companyId, ['movements', id, null])).rejects.toThrow(/never deleted/))
})

test('a version of the service that lacks one of the database’s kinds of record refuses to use the database', async () => {
  await client.query(`insert into migrations (name, sha256) values ('kind-boxes', 'none')`)
  await expect(migrate(cloned.url)).rejects.toThrow(
    'kind-boxes, which this version does not know. Run the newer version',
  )
  await client.query(`delete from migrations where name = 'kind-boxes'`)
  expect(await migrate(cloned.url)).toEqual([])
})
