/**
 * Generates faults in the lists and records of a MoySklad account. A fault appears in every response that contains the
 * affected data.
 */
import { SHAPES } from '../../../server/moysklad/mapping/shapes.ts'
import type { Chance } from '../chance/chance.ts'
import type { FakeMoysklad } from './fake-moysklad.ts'
import type { Answer } from './fake-moysklad-answers.ts'
import { errorAnswer } from './fake-moysklad-answers.ts'
import type { Row } from './fake-moysklad-shapes.ts'

/** A fault that lasts for a whole import. */
export interface ForeignFault {
  /** A description of the fault, for failure messages. */
  readonly words: string
  /** Applies the fault to the response to a path and its query. */
  readonly spoil: (path: string, answer: Answer, query: URLSearchParams) => Answer
  /** A string inside the malformed value, which the import report must show somewhere. */
  readonly token?: string
  /**
   * The field that the fault affects, such as `supply.positions.price`. Absent if the fault affects no single field.
   */
  readonly field?: string
  /** Present if the import cannot be completed with this fault. */
  readonly isFatal?: true
  /** Changes the account itself while the import reads it. */
  readonly edit?: (path: string) => void
}

const ENTITIES = [
  'product',
  'counterparty',
  'variant',
  'bundle',
  'service',
  'store',
  'organization',
  'supply',
  'purchaseorder',
  'invoicein',
]
/** The nested lists that the import reads, by kind of row. */
export const NESTED: Readonly<Record<string, readonly string[]>> = {
  counterparty: ['contactpersons', 'accounts'],
  organization: ['accounts'],
  bundle: ['components'],
  ...{ supply: ['positions'], purchaseorder: ['positions'], invoicein: ['positions'] },
}
export const ROW_TYPES = {
  ...{ product: 'product', service: 'service', variant: 'variant', bundle: 'bundle', counterparty: 'partner' },
  ...{ organization: 'organization', store: 'warehouse' },
  ...{ supply: 'receipt', purchaseorder: 'purchase_order', invoicein: 'supplier_invoice' },
} as const satisfies Readonly<Record<string, keyof typeof SHAPES>>
const REFUSALS = [
  [403, 1016],
  [403, 1070],
  [404, 1021],
] as const
/** Fields that the import neither stores nor reports. */
const TECHNICAL = ['meta', 'id', 'accountId', 'owner', 'group', 'shared', 'updated', 'created', 'printed', 'published']
/** Fields that the import does not use at all. */
const UNSEEN = ['productFolder', 'variantsCount', 'vatSum', 'syncId', 'agent of a person']

/** Returns a random fault of any kind. `paths` are the paths that an import requests. */
export function chooseFault(chance: Chance, fake: FakeMoysklad, paths: readonly string[]): ForeignFault {
  const makers = [
    ...[refusedList, refusedList, refusedList, junkField, junkField, junkField, junkField, junkField],
    ...[junkNested, junkNested, junkNested, absentField, absentField, absentField, junkOfList, junkOfList],
    ...[withoutId, withoutId, twice, vanishedTail, sizeAbove, unexpanded, brokenPage, deletedRow, addedRow],
  ]
  return chance.pick(makers)(chance, fake, paths)
}

function refusedList(chance: Chance, _fake: FakeMoysklad, paths: readonly string[]): ForeignFault {
  const path = chance.pick(paths.filter((one) => one !== '/context/employee'))
  const [status, code] = chance.pick(REFUSALS)
  return {
    words: `${path} is answered ${status}/${code}`,
    spoil: (asked, answer) => (asked === path ? errorAnswer(status, code, 'Отказ') : answer),
  }
}

let tokens = 0

/** Returns a value of a different type from the given one. */
function junkFor(value: unknown, token: string): unknown {
  if (Array.isArray(value)) return { junk: token }
  if (typeof value === 'object' && value !== null) return token
  return [{ junk: token }]
}

/** Returns a fault in which a field of one row has a value of an unexpected type. */
function junkField(chance: Chance, fake: FakeMoysklad): ForeignFault {
  const entity = chance.pick(ENTITIES)
  const row = chance.pick(fake.account.rows.get(entity)!)
  const field = chance.pick(fieldsIn(row))
  tokens += 1
  const token = `ЧУЖОЕ-${tokens}`
  const junk = junkFor(row[field], token)
  return {
    words: `${entity} ${row.id} has ${JSON.stringify(junk)} as its ${field}`,
    ...{ token, field: `${entity}.${field}` },
    spoil: overRows(`/entity/${entity}`, (rows) =>
      rows.map((one) => (one?.id === row.id ? { ...one, [field]: junk } : one)),
    ),
  }
}

const fieldsIn = (row: Row) =>
  Object.keys(row).filter((field) => ![...TECHNICAL, ...UNSEEN].includes(field) && row[field] !== undefined)

/** Returns a fault in which a field of an entry in a nested list has a value of an unexpected type. */
function junkNested(chance: Chance, fake: FakeMoysklad): ForeignFault {
  const entity = chance.pick(Object.keys(NESTED))
  const name = chance.pick(NESTED[entity]!)
  const row = chance.pick(fake.account.rows.get(entity)!)
  const entries = (row[name]?.rows ?? []) as readonly Row[]
  if (entries.length === 0) return junkField(chance, fake)
  const entry = chance.pick(entries)
  const field = chance.pick(fieldsIn(entry).filter((one) => entity !== 'counterparty' || one !== 'agent'))
  tokens += 1
  const token = `ЧУЖОЕ-${tokens}`
  const junk = junkFor(entry[field], token)
  const spoilt = (one: Row) => (one?.id === entry.id ? { ...one, [field]: junk } : one)
  const inPage = overRows(`/entity/${entity}`, (rows) =>
    rows.map((one) =>
      Array.isArray(one?.[name]?.rows) ? { ...one, [name]: { ...one[name], rows: one[name].rows.map(spoilt) } } : one,
    ),
  )
  const inRest = overRows(`/entity/${entity}/${row.id}/${name}`, (rows) => rows.map(spoilt))
  return {
    words: `${entity} ${row.id} has ${JSON.stringify(junk)} as ${field} of ${name} ${entry.id}`,
    ...{ token, field: `${entity}.${name}.${field}` },
    spoil: (path, answer, query) => inRest(path, inPage(path, answer, query), query),
  }
}

/** Returns a fault in which a field that every row has is null or missing. */
function absentField(chance: Chance, fake: FakeMoysklad): ForeignFault {
  const entity = chance.pick(ENTITIES) as keyof typeof ROW_TYPES
  const row = chance.pick(fake.account.rows.get(entity)!)
  const shape = Object.entries(SHAPES[ROW_TYPES[entity]])
  const field = chance.pick(shape.filter(([, { isAlways }]) => isAlways).map(([name]) => name))
  const isNull = chance.happens(0.5)
  const { [field]: _gone, ...rest } = row
  const of = (one: Row) => (isNull ? { ...one, [field]: null } : without(one, field))
  return {
    words: `${entity} ${rest.id} comes ${isNull ? 'with null as' : 'without'} its ${field}`,
    field: `${entity}.${field} (absent)`,
    spoil: overRows(`/entity/${entity}`, (rows) => rows.map((one) => (one?.id === row.id ? of(one) : one))),
  }
}

const without = ({ ...row }: Row, field: string): Row => {
  delete row[field]
  return row
}

/** Returns a fault in rows that other rows refer to: a field has a value of an unexpected type, or is missing. */
function junkOfList(chance: Chance, _fake: FakeMoysklad, paths: readonly string[]): ForeignFault {
  const path = chance.pick(
    paths.filter((one) => /(currency|uom|country|pricetype|attributes)$|customentity\//.test(one)),
  )
  const field = chance.pick(['name', 'name', 'isoCode', 'code', 'default', 'type', 'customEntityMeta', 'required'])
  const share = chance.pick([0.3, 1])
  const isGone = chance.happens(0.3)
  const spoilt = (row: Row) => {
    if (row?.[field] === undefined || !chance.happens(share)) return row
    return isGone ? without(row, field) : { ...row, [field]: junkFor(row[field], 'ЧУЖОЕ') }
  }
  const inPage = overRows(path, (rows) => rows.map(spoilt))
  return {
    words: `rows of ${path} come ${isGone ? 'without' : 'with something else as'} their ${field} (${share})`,
    field: `${path.split('/').slice(2, 3)}.${field}`,
    spoil: (asked, answer, query) =>
      asked === path && Array.isArray(answer.body)
        ? { ...answer, body: answer.body.map((row) => spoilt(row as Row)) }
        : inPage(asked, answer, query),
  }
}

/** Returns a fault in which a row has no id or is not an object. */
function withoutId(chance: Chance, fake: FakeMoysklad): ForeignFault {
  const entity = chance.pick(ENTITIES)
  const row = chance.pick(fake.account.rows.get(entity)!)
  const { id: _id, ...nameless } = row
  const shape = chance.pick(['absent', 'null', 'number', 'no row', 'null row'] as const)
  const spoiled = {
    absent: nameless,
    null: { ...row, id: null },
    number: { ...row, id: 17 },
    'no row': 'строка',
    'null row': null,
  }[shape]
  return {
    words: `${entity} ${row.id} comes without its id (${shape})`,
    spoil: overRows(`/entity/${entity}`, (rows) => rows.map((one) => (one?.id === row.id ? (spoiled as Row) : one))),
  }
}

function twice(chance: Chance, fake: FakeMoysklad): ForeignFault {
  const entity = chance.pick(ENTITIES)
  const row = chance.pick(fake.account.rows.get(entity)!)
  return {
    words: `${entity} ${row.id} comes twice in a page`,
    spoil: overRows(`/entity/${entity}`, (rows) => rows.flatMap((one) => (one?.id === row.id ? [one, one] : [one]))),
  }
}

/**
 * Returns a fault in which requests for the rest of nested lists are refused, as if the record had vanished after its
 * page was read.
 */
function vanishedTail(chance: Chance): ForeignFault {
  const [status, code] = chance.pick(REFUSALS)
  const share = chance.pick([0.3, 1])
  return {
    words: `nested lists are answered ${status}/${code} (${share})`,
    spoil: (path, answer) =>
      /^\/entity\/\w+\/[\w-]{36}\/\w+$/.test(path) && chance.happens(share) ? errorAnswer(status, code, 'Нет') : answer,
  }
}

function sizeAbove(chance: Chance): ForeignFault {
  const path = `/entity/${chance.pick(ENTITIES)}`
  return {
    words: `${path} announces three rows more than it has`,
    isFatal: true,
    spoil: overBody(path, (body) => ({ ...body, meta: { ...body.meta, size: body.meta.size + 3 } })),
  }
}

function unexpanded(chance: Chance): ForeignFault {
  const [entity, field] = chance.pick([
    ['counterparty', 'contactpersons'],
    ['supply', 'positions'],
    ['bundle', 'components'],
  ] as const)
  return {
    words: `${entity} comes without the rows of ${field}`,
    isFatal: true,
    spoil: overRows(`/entity/${entity}`, (rows) =>
      rows.map((row) => (row?.[field]?.meta === undefined ? row : { ...row, [field]: { meta: row[field].meta } })),
    ),
  }
}

function brokenPage(chance: Chance, _fake: FakeMoysklad, paths: readonly string[]): ForeignFault {
  const path = chance.pick(paths.filter((one) => one.startsWith('/entity/') && !one.includes('metadata')))
  const shape = chance.pick(['no rows', 'no meta', 'a text'] as const)
  const shapes = { 'no rows': { meta: { size: 1 } }, 'no meta': { rows: [] }, 'a text': 'страница' }
  return {
    words: `${path} answers ${shape}`,
    isFatal: true,
    spoil: (asked, answer) => (asked === path && answer.status === 200 ? { status: 200, body: shapes[shape] } : answer),
  }
}

/** Returns a fault in which a record, with its nested lists, is deleted before one of the import's requests. */
function deletedRow(chance: Chance, fake: FakeMoysklad): ForeignFault {
  const entity = chance.pick(ENTITIES)
  const rows = fake.account.rows.get(entity)!
  const row = chance.pick(rows)
  const when = chance.between(3, 20)
  let asked = 0
  return {
    words: `${entity} ${row.id} is deleted at request ${when}`,
    spoil: (_path, answer) => answer,
    edit: () => {
      asked += 1
      const at = rows.indexOf(row)
      if (asked === when && rows.length > 1 && at !== -1) rows.splice(at, 1)
    },
  }
}

function addedRow(chance: Chance, fake: FakeMoysklad): ForeignFault {
  const rows = fake.account.rows.get('service')!
  const copied = chance.pick(rows)
  const when = chance.between(3, 20)
  const id = `${copied.id.slice(0, -6)}${String(chance.below(1_000_000)).padStart(6, '0')}`
  let asked = 0
  return {
    words: `service ${id} is added at request ${when}`,
    spoil: (_path, answer) => answer,
    edit: () => {
      asked += 1
      if (asked === when) rows.push({ ...copied, id, name: `Новая ${id}` })
    },
  }
}

type Body = { readonly meta: Row; readonly rows: readonly Row[] }

/** Changes a copy of a response's body, because the rows in the body are the account's own objects. */
const overBody =
  (path: string, change: (body: Body) => object) =>
  (asked: string, answer: Answer, _query?: URLSearchParams): Answer => {
    // The response is no longer a page if another fault has already spoilt it.
    const isPage =
      Array.isArray((answer.body as Partial<Body> | undefined)?.rows) && (answer.body as Body).meta !== undefined
    if (asked !== path || answer.status !== 200 || !isPage) return answer
    return { ...answer, body: change(JSON.parse(JSON.stringify(answer.body)) as Body) }
  }

const overRows = (path: string, change: (rows: readonly Row[]) => readonly (Row | null | string)[]) =>
  overBody(path, (body) => {
    const rows = change(body.rows)
    return { ...body, rows, meta: { ...body.meta, size: body.meta.size + rows.length - body.rows.length } }
  })
