/** Generates a random MoySklad account and imports it several times, while its lists and records fail in various ways. */
import { isDeepStrictEqual } from 'node:util'
import { type Chance, createChance } from '../chance/chance.ts'
import type { Owner } from '../scene/team.ts'
import type { FakeMoysklad } from './fake-moysklad.ts'
import { type AccountSize, makeAccount } from './fake-moysklad-account.ts'
import { metaOf, newId, type Row } from './fake-moysklad-shapes.ts'
import { chooseFault, type ForeignFault } from './foreign-faults.ts'
import { readAll } from './imported-company.ts'
import type { ImportRun, SeenJob, SeenRow } from './imports-run.ts'

const SIZE: AccountSize = {
  ...{ products: 9, variants: 3, bundles: 2, services: 2, counterparties: 8, stores: 2, organizations: 2 },
  documents: 9,
}
const COLLECTIONS = [
  ...['products', 'partners', 'warehouses', 'organizations', 'price-types', 'custom-fields', 'procurement/documents'],
]
/** The fields that depend on when the import runs, and not on the imported data. */
const OWN = ['revision', 'updatedAt', 'createdAt']

export interface ForeignScene {
  readonly fake: FakeMoysklad
  /** Creates a company that is connected to the fake MoySklad in its present state. */
  newCompany(): Promise<{ owner: Owner; run: ImportRun }>
}

export interface ForeignRound {
  /** The faults that the fake MoySklad produced, in the order of the imports. */
  readonly faults: readonly string[]
  /** Descriptions of everything that our service did wrong, or an empty list. */
  readonly wrong: readonly string[]
}

/** Runs one round of imports with random faults. The same seed gives the same round. */
export async function foreignRound({ fake, newCompany }: ForeignScene, seed: number): Promise<ForeignRound> {
  const chance = createChance(seed)
  Object.assign(fake.account, makeAccount(SIZE, chance.below(1_000_000_000)))
  enrich(fake, chance)
  const { owner, run } = await newCompany()
  const faults: string[] = []
  const wrong: string[] = []
  const import_ = async (name: string, spoilt: readonly ForeignFault[]) => {
    faults.push(...spoilt.map(({ words }) => `${name}: ${words}`))
    const from = fake.log.length
    const { rows, told } = await importWith({ fake, run, chance }, spoilt)
    wrong.push(...told.map((one) => `${name}: ${one}`), ...wrongRows(rows, spoilt).map((one) => `${name}: ${one}`))
    const paths = [...new Set(fake.log.slice(from).map(({ path }) => path))]
    return { paths: paths.filter((path) => !/[\w-]{36}\/\w+$/.test(path)), records: await recordsOf(owner) }
  }
  const isCleanAtFirst = chance.happens(0.6)
  // The paths that an import requests are known only after one import, so begin with these.
  const known = ['/entity/currency', '/entity/uom', '/entity/country', '/context/companysettings/pricetype']
  const paths = [
    ...known,
    '/entity/product',
    '/entity/counterparty',
    '/entity/supply',
    '/entity/product/metadata/attributes',
  ]
  const first = await import_('first', isCleanAtFirst ? [] : some(chance, () => chooseFault(chance, fake, paths)))
  const spoilt = some(chance, () => chooseFault(chance, fake, first.paths))
  const second = await import_('repeat', spoilt)
  const isSame = isCleanAtFirst && !spoilt.some(({ edit }) => edit !== undefined)
  wrong.push(...lostBetween(first.records, second.records, isSame).map((one) => `repeat: ${one}`))
  const third = await import_('clean', [])
  wrong.push(...lostBetween(second.records, third.records, isSame).map((one) => `clean: ${one}`))
  return { faults, wrong }
}

const some = (chance: Chance, make: () => ForeignFault): ForeignFault[] =>
  Array.from({ length: chance.between(1, 3) }, make)

/**
 * Adds documented kinds of rows that the generated account lacks: statuses, projects, contracts, and minimum stock in three
 * forms.
 */
export function enrich({ account }: Pick<FakeMoysklad, 'account'>, chance: Chance): void {
  enrichParties(account, chance)
  const named = (type: string, name: string) => {
    const id = newId(chance)
    return { ...metaOf(type, id), id, name }
  }
  for (const list of ['project', 'contract'])
    account.rows.set(list, [named(list, `${list} 1`), named(list, `${list} 2`)])
  for (const entity of ['supply', 'purchaseorder', 'invoicein', 'counterparty']) {
    const states = [named('state', 'Новый'), named('state', 'В работе')]
    account.rows.set(`states:${entity}`, states)
    for (const row of account.rows.get(entity)!) {
      if (chance.happens(0.5)) row.state = { meta: chance.pick(states).meta }
      if (entity !== 'counterparty' && chance.happens(0.3))
        row.project = { meta: chance.pick(account.rows.get('project')!).meta }
    }
  }
  for (const row of account.rows.get('product')!) {
    const kind = chance.below(6)
    if (kind === 0) row.minimumStock = { type: 'ALL_WAREHOUSE_SUM', quantity: row.minimumBalance ?? 0 }
    if (kind > 0 && kind < 3) delete row.minimumBalance
    if (kind === 1) row.minimumStock = { type: 'ALL_WAREHOUSE_SAME', quantity: 5 }
    if (kind === 2)
      row.minimumStock = {
        type: 'WAREHOUSE_VARIED',
        storebalances: { meta: { href: `${row.meta.href}/storebalances` } },
      }
    if (kind > 2 && row.minimumBalance !== undefined)
      row.minimumStock = { type: 'ALL_WAREHOUSE_SUM', quantity: row.minimumBalance }
    if (chance.happens(0.1)) row.weight = '1e-7'
  }
}

/** Adds rarely used fields to partners, organizations, stores, services, variants and bundles. */
function enrichParties({ rows, settings }: FakeMoysklad['account'], chance: Chance): void {
  for (const row of [...rows.get('counterparty')!, ...rows.get('organization')!]) {
    if (chance.happens(0.3)) row.legalMiddleName = 'Ивановна'
    if (chance.happens(0.2))
      Object.assign(row, { fax: '+7 495', okpo: '12345678', mod__requisites__uz: { inn: '301' } })
    if (chance.happens(0.1)) row.mod__requisites__kz = { bin: '123456789012' }
    if (chance.happens(0.2)) row.ogrnip = '307770000000011'
  }
  for (const row of rows.get('counterparty')!) {
    for (const account of row.accounts.rows)
      if (chance.happens(0.3)) account.currency = { meta: chance.pick(settings.currencies).meta }
    for (const person of row.contactpersons.rows) if (chance.happens(0.3)) person.code = String(chance.below(100))
  }
  for (const row of [...rows.get('variant')!, ...rows.get('bundle')!])
    if (chance.happens(0.5)) row.description = 'Описание'
  for (const row of rows.get('variant')!) {
    const product = rows.get('product')!.find(({ meta }) => meta.href === row.product.meta.href)!
    if (chance.happens(0.3)) {
      product.packs ??= [{ id: newId(chance), uom: { meta: settings.units[3]!.meta }, quantity: 6 }]
      const parentpack = metaOf('pack', product.packs[0].id)
      row.packs = [{ id: newId(chance), parentpack, barcodes: [{ ean13: '4600000000031' }] }]
    }
    if (chance.happens(0.4)) {
      row.minimumBalance = chance.between(1, 9)
      row.minimumStock = { type: 'ALL_WAREHOUSE_SUM', quantity: row.minimumBalance }
    }
  }
  const attribute = (value: unknown) => ({ id: newId(chance), name: 'Площадь', type: 'long', value })
  for (const row of [...rows.get('organization')!, ...rows.get('store')!]) {
    if (chance.happens(0.3)) row.description = 'Описание'
    if (chance.happens(0.3)) row.attributes = [attribute(chance.below(100))]
  }
  for (const row of rows.get('service')!) {
    const currency = { meta: settings.currencies[0]!.meta }
    if (chance.happens(0.5)) row.buyPrice = { value: chance.between(1, 9_000), currency }
    if (row.minPrice === undefined && chance.happens(0.5)) row.minprice = { value: chance.between(1, 9_000), currency }
  }
  for (const row of rows.get('bundle')!) {
    if (chance.happens(0.5)) Object.assign(row, { weight: 2.5, volume: 0.25 })
    if (chance.happens(0.5)) row.country = { meta: settings.countries[0]!.meta }
  }
}

interface Importing {
  readonly fake: FakeMoysklad
  readonly run: ImportRun
  readonly chance: Chance
}

/** Runs an import with faults until it ends. In the result, `told` lists the faults that happened during the import. */
async function importWith(
  { fake, run, chance }: Importing,
  spoilt: readonly ForeignFault[],
): Promise<{ rows: SeenRow[]; told: string[] }> {
  const told: string[] = []
  fake.onAnswer = (path, query, answer) => spoilt.reduce((now, { spoil }) => spoil(path, now, query), answer)
  fake.onRequest = ({ path }) => {
    for (const { edit } of spoilt) edit?.(path)
  }
  const id = await run.begin()
  let job = await ended(run, id, ['ready', 'failed'])
  if (job.status === 'failed') {
    const message = String(job.error?.message)
    if (!spoilt.some(({ isFatal }) => isFatal) || !/Раздел «[А-Яа-яё ]+»/.test(message)) told.push(`failed: ${message}`)
    fake.onAnswer = null
    await run.resume(id)
    job = await ended(run, id, ['ready', 'failed'])
    if (job.status === 'failed') told.push(`failed again: ${job.error?.message}`)
  }
  fake.onAnswer = null
  fake.onRequest = null
  if (job.status !== 'ready') return { rows: await run.rows(id), told }
  await run.apply(id)
  if (chance.happens(0.3)) {
    const stopped = await run.pause(id).then(
      () => true,
      () => false,
    )
    if (stopped) await run.resume(id)
  }
  const done = await ended(run, id, ['done', 'failed'])
  if (done.status !== 'done') told.push(`not written: ${done.error?.message}`)
  if (done.counts.failed > 0) {
    // A row that was edited to refer to a record archived by an earlier import is refused with exactly that reason.
    const isRefused = ({ entityType, problems }: SeenRow) =>
      !DRAFTS.includes(entityType) && problems.some(({ value }) => /^(ARCHIVED|INVALID_COMPONENT)/.test(value))
    const failed = (await run.rows(id)).filter((row) => row.status === 'failed' && !isRefused(row))
    told.push(...failed.map(({ name, problems }) => `${name} failed: ${problems.at(-1)?.message}`))
  }
  return { rows: await run.rows(id), told }
}

/** The kinds of document that may refer to archived records while they are drafts. */
const DRAFTS = ['purchase_order', 'supplier_invoice', 'receipt']

const ended = (run: ImportRun, id: string, statuses: readonly string[]): Promise<SeenJob> =>
  run.untilAny(id, ({ status }) => statuses.includes(status))

/** Returns the faults that an import report does not mention, and the malformed messages in the report. */
function wrongRows(rows: readonly SeenRow[], spoilt: readonly ForeignFault[]): string[] {
  const wrong: string[] = []
  const all = JSON.stringify(rows)
  const isHidden =
    spoilt.some(({ token, isFatal }) => token === undefined && isFatal === undefined) ||
    spoilt.some(({ isFatal }) => isFatal)
  for (const { token, words } of spoilt)
    if (token !== undefined && !isHidden && !all.includes(token)) wrong.push(`nothing in the report of: ${words}`)
  for (const { name, problems } of rows)
    for (const { code, message } of problems) {
      if (
        /[{}]|\["|":|\[object|undefined|null|[\da-f]{8}-[\da-f]{4}-|\(\)|«»/.test(
          message.replaceAll(/ЧУЖОЕ-\d+/g, 'ЧУЖОЕ'),
        )
      )
        wrong.push(`${name}: ${code} says ${message}`)
    }
  return wrong
}

type Records = ReadonlyMap<string, Row>

async function recordsOf(owner: Owner): Promise<Records> {
  const found = new Map<string, Row>()
  for (const collection of COLLECTIONS)
    for (const record of await readAll(owner, collection)) found.set(`${collection} ${record.id}`, record)
  return found
}

const isNothing = (value: unknown) =>
  value === null ||
  value === '' ||
  value === undefined ||
  (typeof value === 'object' && Object.keys(value).length === 0)
const countOf = (value: unknown) => (typeof value === 'object' && value !== null ? Object.keys(value).length : 1)

/**
 * Returns the records and field values that were lost between two imports. With `isSame` the account has not changed,
 * so any difference is returned.
 */
function lostBetween(before: Records, after: Records, isSame: boolean): string[] {
  const wrong: string[] = []
  for (const [name, old] of before) {
    const now = after.get(name)
    if (now === undefined) wrong.push(`${name} is gone`)
    for (const [field, value] of Object.entries(now === undefined ? {} : old)) {
      if (OWN.includes(field)) continue
      const is = now![field]
      const isLost = !isNothing(value) && (isNothing(is) || countOf(is) < countOf(value))
      if (isLost || (isSame && !isDeepStrictEqual(is, value)))
        wrong.push(
          `${name} (${old.name ?? old.reference}): ${field} was ${JSON.stringify(value)}, is ${JSON.stringify(is)}`,
        )
    }
  }
  return wrong
}
