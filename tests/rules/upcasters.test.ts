/**
 * Tests upcasting, which converts data stored by older versions to the current form. The steps are applied one after
 * another, starting with the version of the stored text.
 */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { expect, test } from 'vitest'
import {
  inOrder,
  kindsChangedSince,
  type Upcasters,
  upcast,
  upcastRecord,
  versionOf,
} from '../../server/domain/upcasters.ts'
import { type OrderWithoutItems, parseLog, withItems } from '../../server/engine/change-log.ts'
import { parseStoredRecord, printStoredRecord } from '../../server/engine/stored-records.ts'
import { keepFingerprint, takeFormer } from '../../server/http/commands.ts'
import { inShape, type KeptSteps, stamped, unstamped } from '../../web/data/shapes.ts'

/**
 * Steps for a field that was renamed in version 3, a field that was removed in 5, and a field whose unit changed in
 * 4. They are listed out of order.
 */
const STEPS: Upcasters = {
  products: {
    5: ({ country: _country, ...product }) => product,
    3: ({ weightKg, ...product }) => ({ ...product, weight: weightKg }),
    4: (product) => ({ ...product, weight: product.weight === null ? null : 1_000 * (product.weight as number) }),
  },
  'extsysBody:product': { 3: ({ weightKg, ...body }) => ({ ...body, weight: weightKg }) },
}
const ALL = inOrder(STEPS)
const FIRST = { id: 'p', weightKg: 1.25, country: 'Китай', revision: 7 }

test('the steps that upgrade old records run in the order of their versions, however they are listed', () => {
  expect(versionOf('products', ALL)).toBe(5)
  expect(upcastRecord('products', { ...FIRST }, ALL)).toEqual({ id: 'p', weight: 1_250, revision: 7 })
})

test('upgrading a record runs only the steps of versions later than the record’s own', () => {
  expect(upcastRecord('products', { id: 'p', weight: 2, country: 'Китай', revision: 7, v: 3 }, ALL)).toEqual({
    id: 'p',
    weight: 2_000,
    revision: 7,
  })
  expect(upcastRecord('products', { id: 'p', weight: 9, revision: 7, v: 5 }, ALL)).toEqual({
    id: 'p',
    weight: 9,
    revision: 7,
  })
})

test('the stored data of an unfinished job have their own upgrade steps', () => {
  expect(upcast('extsysBody:product', { stored: { weightKg: 1 }, from: 1 }, ALL)).toEqual({ weight: 1 })
})

test('records of a kind whose form never changed are stored without a version', () => {
  expect(versionOf('partners', ALL)).toBe(1)
  const partner = { id: 'a', v: 'of its own' }
  expect(upcastRecord('partners', partner, ALL)).toBe(partner)
})

test('settings stored before time zones existed are read as having Moscow time', () => {
  const first = '{"companyName":"ООО","lowStockAlerts":false,"dailySummary":true,"revision":3}'
  const settings = parseStoredRecord('settings', first)
  expect(settings).toEqual({
    ...{ companyName: 'ООО', lowStockAlerts: false, dailySummary: true, revision: 3 },
    timeZone: 'Europe/Moscow',
  })
  const printed = printStoredRecord('settings', settings)
  expect(printed).toMatch(/,"timeZone":"Europe\/Moscow","revision":3,"v":2\}$/)
  expect(parseStoredRecord('settings', printed)).toEqual(settings)
  expect(kindsChangedSince(1).sort()).toEqual(['orders', 'payments', 'settings'])
})

test('the lines of an order stored before line ids existed are numbered from 1', () => {
  const item = { productId: 'p', name: 'Чай', sku: null, quantity: 2, price: 12.5, amount: 25 }
  const first = JSON.stringify({
    id: 'o',
    items: [item, { ...item, quantity: 1, amount: 12.5 }],
    total: 37.5,
    revision: 3,
  })
  const order = parseStoredRecord('orders', first)
  expect(order.items).toEqual([
    { id: 1, ...item, quantity: 2_000, price: 1_250, amount: 2_500, shipped: 0, cancelled: 0, reserved: 0 },
    { id: 2, ...item, quantity: 1_000, price: 1_250, amount: 1_250, shipped: 0, cancelled: 0, reserved: 0 },
  ])
  expect(upcast('orders', { stored: { id: 'o', total: 37.5 }, from: 2 })).not.toHaveProperty('items')
})

test('an order stored before payments referred to orders has nothing paid, and a payment from that time refers to no order', () => {
  const upcastOrder = (total: number) => upcast('orders', { stored: { id: 'o', total }, from: 3 })
  expect(upcastOrder(37.5)).toMatchObject({ id: 'o', total: 37.5, paid: 0, payment: 'unpaid' })
  expect(upcastOrder(0)).toMatchObject({ paid: 0, payment: 'paid' })
  const payment = parseStoredRecord('payments', '{"id":"p","amount":12.5,"revision":3}')
  expect(payment).toEqual({ id: 'p', amount: 1_250, orders: [], unassigned: 1_250, returnId: null, revision: 3 })
})

test('an order stored before shipments existed is read as fully shipped or not shipped at all', () => {
  const item = { id: 1, productId: 'p', name: 'Чай', sku: null, quantity: 2, price: 12.5, amount: 25 }
  const readAs = (status: string) =>
    parseStoredRecord('orders', JSON.stringify({ id: 'o', status, items: [item], total: 25, revision: 3, v: 3 }))
  const line = { shipped: 0, cancelled: 0, reserved: 0 }
  const none = { fulfilment: 'none', shippedAmount: 0 }
  expect(readAs('new')).toMatchObject({ ...none, items: [{ ...line, reserved: 2_000 }] })
  expect(readAs('picking')).toMatchObject({ ...none, items: [{ ...line, reserved: 2_000 }] })
  expect(readAs('cancelled')).toMatchObject({ ...none, items: [line] })
  const shipped = readAs('shipped')
  expect(shipped).toMatchObject({ fulfilment: 'all', shippedAmount: 2_500, items: [{ ...line, shipped: 2_000 }] })
  expect(shipped).not.toHaveProperty('shipmentCount')
})

test('an order that an older version logged without its lines gets the lines of a later record, with nothing shipped', () => {
  const was = { id: 'o', status: 'new', total: 25, unpricedItems: 0, paid: 10, payment: 'part', revision: 3, v: 4 }
  const [entry] = parseLog(JSON.stringify([{ kind: 'orders', id: 'o', was }]))
  const before = entry!.before as OrderWithoutItems
  expect(before).toMatchObject({ fulfilment: 'none', shippedAmount: 0, paid: 1_000 })
  expect(before).not.toHaveProperty('items')
  const line = { id: 1, productId: 'p', name: 'Чай', sku: null, quantity: 2_000, price: 1_250, amount: 2_500 }
  const later = { ...line, shipped: 500, cancelled: 0, reserved: 1_500, shippedAmount: 625 }
  expect(withItems(before, [later] as never).items).toEqual([{ ...line, shipped: 0, cancelled: 0, reserved: 2_000 }])
})

test('a log entry of the first version, with integers and image hashes, is read as the record that was in the table', () => {
  const images = [{ id: 'i', contentType: 'image/png', size: 1, width: 2, height: 3, sha256: 'abc' }]
  const product = {
    ...{ id: 'p', name: 'Чай', price: 1_250, minStock: 1_500, prices: [{ priceTypeId: 't', price: 999 }], images },
    ...{ customValues: { price: 3 }, revision: 4 },
  }
  const [entry] = parseLog(JSON.stringify([{ kind: 'products', id: 'p', before: product }]))
  expect(entry).toEqual({ kind: 'products', id: 'p', before: product, isGone: false })
})

const IN_BROWSER: KeptSteps = { draft: { 2: (kept) => ({ ...(kept as object), note: '' }) } }

test('data that the app stored in the browser are upgraded according to their version', () => {
  const at = { steps: IN_BROWSER, now: 2 }
  expect(inShape('draft', unstamped({ key: 'k' }), at)).toEqual({ key: 'k', note: '' })
  expect(inShape('draft', { v: 2, kept: { key: 'k' } }, at)).toEqual({ key: 'k' })
  expect(inShape('draft', { v: 3, kept: { key: 'k' } }, at)).toBe(null)
  expect(unstamped(JSON.parse(JSON.stringify(stamped(['a', 'b']))))).toEqual(stamped(['a', 'b']))
})

test('a body with a former field name is accepted as if it had the current name', () => {
  const former = {
    names: ['weightKg'],
    read: ({ weightKg, ...sent }: Record<string, unknown>) => ({ ...sent, weight: weightKg }),
  }
  const taken = (body: object, hooks: readonly unknown[]) => {
    const request = { method: 'POST', url: '/api/v1/products', body } as unknown as FastifyRequest
    const call = (hook: unknown) => (hook as typeof keepFingerprint)(request, {} as FastifyReply, () => undefined)
    for (const hook of hooks) call(hook)
    return { body: request.body, fingerprint: request.fingerprint }
  }
  const then = { name: 'Чай', weightKg: 1 }
  const now = { name: 'Чай', weight: 1 }
  const hooks = [...takeFormer({ former }), keepFingerprint]
  expect(taken(then, hooks)).toEqual({ body: now, fingerprint: taken(then, [keepFingerprint]).fingerprint })
  expect(taken(now, hooks)).toEqual(taken(now, [keepFingerprint]))
  expect(takeFormer({})).toEqual([])
})
