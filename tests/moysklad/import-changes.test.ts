/**
 * Tests repeated imports. An import must bring in changes made in MoySklad, keep changes made in Skladno, and report
 * both.
 */
import { beforeEach, expect, test } from 'vitest'
import type { Expected } from '../support/moysklad/expected-import.ts'
import { named } from '../support/moysklad/expected-import-values.ts'
import { TINY_ACCOUNT } from '../support/moysklad/fake-moysklad-account.ts'
import { decimal, kopecks, type Row, refTo } from '../support/moysklad/fake-moysklad-shapes.ts'
import { expectedAfter, type LocalChange } from '../support/moysklad/import-changes.ts'
import { readAll } from '../support/moysklad/imported-company.ts'
import { useImports } from '../support/moysklad/imports-scene.ts'
import type { Json } from '../support/node/client.ts'

const scene = useImports({ size: TINY_ACCOUNT })

let first: string
let before: Expected[]

beforeEach(async () => {
  ;({ id: first } = await scene.imports.whole())
  before = scene.expected()
})

/** Returns the first MoySklad row that `fits` accepts. */
function rowOf(entity: string, fits: (row: Row) => boolean = () => true): Row {
  const found = scene.rows(entity).find((row) => fits(row))
  if (found === undefined) throw new Error(`No ${entity} fits`)
  return found
}

const isActive = ({ archived }: Row) => !archived
/** Whether no other MoySklad row refers to this one. */
const isAlone = ({ id }: Row) =>
  ![...scene.fake.account.rows.values()].flat().some((row) => row.id !== id && JSON.stringify(row).includes(id))

const LISTS: Record<string, string> = {
  product: 'products',
  partner: 'partners',
  warehouse: 'warehouses',
  document: 'procurement/documents',
}

async function here(kind: string, { id }: Row): Promise<Json> {
  const own = await scene.idOf(first, named(kind, id))
  return (await scene.owner.get(`/api/v1/${LISTS[kind]}/${own}`)).json
}

/** Changes the record imported from a MoySklad row, as the company's owner would. */
async function change(kind: string, row: Row, fields: Row): Promise<void> {
  const { id, name } = await here(kind, row)
  const reply = await scene.owner.send('PATCH', `/api/v1/${LISTS[kind]}/${id}`, {
    ...(kind === 'product' ? { name } : {}),
    ...fields,
  })
  if (reply.status !== 200) throw new Error(`The change was answered ${reply.status}: ${reply.text}`)
}

async function remove(collection: string, id: string): Promise<void> {
  const reply = await scene.owner.send('DELETE', `/api/v1/${collection}/${id}`)
  if (reply.status !== 200) throw new Error(`It was not deleted: ${reply.text}`)
}

/** Returns the records that an import must produce if the given changes were made in Skladno. */
const wanted = (changes: readonly LocalChange[]) => expectedAfter(before, scene.expected(), changes)

async function importAgain(expected: readonly Expected[]) {
  const job = await scene.imports.whole()
  await scene.expectImported(job.id, expected)
  return job
}

test('an import applies changes made in MoySklad field by field', async () => {
  const [product, other] = scene.rows('product').filter(isActive)
  Object.assign(product!, { name: 'Новое имя', description: 'Новое описание', barcodes: [{ ean13: '4600000000017' }] })
  other!.salePrices[0].value = kopecks(12_345)
  delete other!.article
  const partner = rowOf('counterparty', isActive)
  Object.assign(partner, { phone: '+7 900 000-00-01', tags: ['новая группа'] })
  partner.contactpersons.rows.push({ ...refTo(partner), id: 'x', name: 'Новый контакт' })
  rowOf('store').address = 'Москва, новый адрес'
  const document = rowOf(
    'purchaseorder',
    ({ rate, positions }) => rate.value === undefined && positions.rows.length > 1,
  )
  document.positions.rows[0].quantity = decimal('7.5')
  const { counts } = await importAgain(wanted([{ row: document }]))
  expect(counts).toMatchObject({ create: 0, failed: 0 })
  expect(counts.update).toBeGreaterThanOrEqual(5)
  expect(counts.update).toBeLessThanOrEqual(6)
})

test('a field that changed both in Skladno and in MoySklad keeps Skladno’s value', async () => {
  const product = rowOf('product', (row) => isActive(row) && Boolean(row.description))
  await change('product', product, { name: 'Имя у нас', description: 'Описание у нас' })
  Object.assign(product, { name: 'Имя там', article: 'АРТ-НОВЫЙ' })
  const record = { name: 'Имя у нас', description: 'Описание у нас', sku: 'АРТ-НОВЫЙ' }
  const { id } = await importAgain(wanted([{ row: product, record, codes: ['local_change_kept', 'changed_here'] }]))
  const row = (await scene.imports.rows(id)).find(({ externalId }) => externalId === product.id)!
  const kept = row.problems.filter(({ code }) => code === 'local_change_kept')
  expect(kept).toMatchObject([{ field: 'name', value: 'Имя там' }])
  expect(row.problems.find(({ code }) => code === 'changed_here')!.message).toContain('Описание')
})

test('a change made only in Skladno, and not in MoySklad, survives any number of imports', async () => {
  const product = rowOf('product', isActive)
  await change('product', product, { price: 777.7, barcodes: ['2000000000015'] })
  const kept = wanted([
    { row: product, record: { price: 777.7, barcodes: ['2000000000015'] }, codes: ['changed_here'] },
  ])
  for (let times = 0; times < 2; times += 1)
    expect((await importAgain(kept)).counts).toMatchObject({ create: 0, update: 0, written: 0 })
})

test('an import merges custom values key by key', async () => {
  const valuesOf = ({ attributes = [] }: Row) => attributes.filter(({ type }: Row) => ['string', 'long'].includes(type))
  const product = rowOf('product', (row) => isActive(row) && valuesOf(row).length === 2)
  const [ours, theirs] = valuesOf(product)
  const { customValues } = await here('product', product)
  const ourKey = await scene.idOf(first, named('custom_field', ours.id))
  const ourValue = ours.type === 'long' ? 4_711 : 'наше'
  await change('product', product, { customValues: { ...customValues, [ourKey]: ourValue, Своё: 'поле' } })
  theirs.value = theirs.type === 'long' ? 815 : 'их'
  const source = scene.expected().find(({ externalId }) => externalId === product.id)!.record!.customValues
  const record = { customValues: { ...source, [named('custom_field', ours.id)]: ourValue, Своё: 'поле' } }
  await importAgain(wanted([{ row: product, record, codes: ['changed_here'] }]))
})

test('records that were archived or restored in MoySklad are archived or restored in Skladno by the next import', async () => {
  const inBundles = JSON.stringify(scene.rows('bundle'))
  const archived = rowOf('product', (row) => isActive(row) && !inBundles.includes(row.id))
  const restored = rowOf('product', (row) => !isActive(row) && !inBundles.includes(row.id))
  const partner = rowOf('counterparty', isActive)
  for (const row of [archived, restored, partner]) row.archived = !row.archived
  const { counts } = await importAgain(wanted([]))
  expect(counts).toMatchObject({ create: 0, update: 3, written: 3 })
})

test('an import does not archive a product that a bundle needs', async () => {
  const refused = before.filter(({ codes }) => codes.has('archive_refused'))
  expect(refused.length).toBeGreaterThan(0)
  const { counts } = await importAgain(before)
  expect(counts).toMatchObject({ update: 0, written: 0 })
  // The owner archives the bundles and then the product, as the import report advises.
  const bundles = scene.rows('bundle').filter((row) => JSON.stringify(row).includes(refused[0]!.externalId))
  for (const bundle of bundles) await change('product', bundle, { archived: true })
  await change('product', { id: refused[0]!.externalId }, { archived: true })
  await scene.imports.whole()
  expect((await here('product', { id: refused[0]!.externalId })).archived).toBe(true)
})

test('an import recreates records that were deleted in Skladno, and keeps records that were deleted in MoySklad', async () => {
  const [deleted, gone] = scene.rows('counterparty').filter(isAlone)
  const { id } = await here('partner', deleted!)
  await remove(
    'external-links',
    (await readAll(scene.owner, 'external-links')).find((link) => link.internalId === id)!.id,
  )
  await remove('partners', id)
  scene.rows('counterparty').splice(scene.rows('counterparty').indexOf(gone!), 1)
  const missing = before.find(({ externalId }) => externalId === gone!.id)!
  const { counts, id: second } = await importAgain([
    ...wanted([{ row: deleted!, codes: ['created_again'] }]),
    { ...missing, codes: new Set(['missing_in_source']) },
  ])
  expect(counts).toMatchObject({ create: 1, update: 0, written: 1 })
  expect(await scene.idOf(second, named('partner', deleted!.id))).not.toBe(id)
})

test('an import changes no document that is no longer a draft in Skladno', async () => {
  const archived = [...scene.fake.account.rows.values()].flatMap((rows) => rows.filter((row) => row.archived === true))
  const ids = archived.map(({ id }) => id as string)
  const fits = (row: Row) => {
    const { record } = before.find(({ externalId }) => externalId === row.id)!
    // Skip documents that refer to an archived record, because they cannot be posted.
    const isOfToday = !ids.some((id) => JSON.stringify(row).includes(id))
    return isOfToday && record !== null && record.supplierId !== null && record.warehouseId !== null
  }
  const posted = rowOf('purchaseorder', fits)
  const { id } = await here('document', posted)
  const reply = await scene.owner.send('PATCH', `/api/v1/procurement/documents/${id}/status`, { status: 'posted' })
  expect(reply.status, reply.text).toBe(200)
  posted.description = 'Изменено там'
  const { record } = before.find(({ externalId }) => externalId === posted.id)!
  const { postedAt } = await here('document', posted)
  const kept = { ...record, status: 'posted', postedAt }
  const { counts } = await importAgain(wanted([{ row: posted, record: kept, codes: ['document_not_draft'] }]))
  expect(counts).toMatchObject({ create: 0, update: 0, written: 0 })
})

test('a row that is new in MoySklad becomes a new record in Skladno', async () => {
  const copied = rowOf('service', isActive)
  const id = `${copied.id.slice(0, -6)}abcdef`
  scene.rows('service').push({ ...JSON.parse(JSON.stringify(copied)), id, name: 'Новая услуга' })
  const { counts } = await importAgain(wanted([]))
  expect(counts).toMatchObject({ create: 1, update: 0, written: 1 })
})

test('a reference that MoySklad writes differently, but that points to the same record, does not count as a change', async () => {
  // Give the reference another address that leads to the same partner.
  for (const product of scene.rows('product'))
    if (product.supplier !== undefined)
      product.supplier = { meta: { ...product.supplier.meta, href: `${product.supplier.meta.href}?x=1` } }
  expect((await importAgain(before)).counts).toMatchObject({ create: 0, update: 0, written: 0 })
})
