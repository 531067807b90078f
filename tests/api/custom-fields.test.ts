/** Tests custom fields: typed values on products, partners and procurement documents. */
import { expect, test } from 'vitest'
import { pathsOf } from '../support/contract/problems.ts'
import type { Client } from '../support/node/client.ts'
import { useService } from '../support/node/service.ts'
import {
  addDocument,
  addField,
  addPartner,
  addProduct,
  findIn,
  ISSUED_ID,
  MOMENT,
  moveDocument,
} from '../support/scene/fixtures.ts'

const service = useService()
const PATH = '/api/v1/custom-fields'

/** A kind of record that has custom values, with the path and the body for creating such a record. */
type Entity = readonly [entityKind: string, path: string, body: object]
const ENTITIES: readonly Entity[] = [
  ['product', '/api/v1/products', { name: 'Х' }],
  ['partner', '/api/v1/partners', { name: 'Х' }],
  ['procurement_document', '/api/v1/procurement/documents', { kind: 'receipt', lines: [] }],
]

const make = (client: Client, [, path, body]: Entity, customValues: object) =>
  client.post(path, { ...body, customValues })

test('a new custom field has every field of the specification', async () => {
  const client = await service.newCompany()
  const body = { entityKind: 'product', name: 'Сезон', valueType: 'select', options: ['Лето', 'Зима'] }
  const field = await client.made('POST', PATH, body)
  expect(field).toEqual({
    id: expect.stringMatching(ISSUED_ID),
    ...body,
    archived: false,
    createdAt: expect.stringMatching(MOMENT),
    updatedAt: expect.stringMatching(MOMENT),
  })
  expect(await findIn(client, 'customFields', field.id)).toEqual(field)
  expect((await client.state()).totals.customFields).toBe(1)
})

test('only custom fields of type select have options, and no option may be listed twice', async () => {
  const client = await service.newCompany()
  for (const valueType of ['string', 'number', 'date', 'boolean']) {
    const body = { entityKind: 'product', name: 'П', valueType }
    const problem = await client.refused('POST', PATH, { ...body, options: ['а'] })
    expect([problem.code, pathsOf(problem)]).toEqual(['VALIDATION_FAILED', ['/options']])
    const { id } = await client.made('POST', PATH, body)
    expect((await client.refused('PATCH', `${PATH}/${id}`, { options: ['а'] })).code).toBe('VALIDATION_FAILED')
  }
  const twice = { entityKind: 'product', name: 'П', valueType: 'select', options: ['а', 'б', ' а '] }
  expect(pathsOf(await client.refused('POST', PATH, twice))).toEqual(['/options/2'])
})

test('the type and the entity kind of a custom field can never be changed', async () => {
  const client = await service.newCompany()
  const id = await addField(client)
  for (const body of [{ valueType: 'number' }, { entityKind: 'partner' }])
    expect((await client.refused('PATCH', `${PATH}/${id}`, body)).code).toBe('VALIDATION_FAILED')
})

const FITTING: Record<string, unknown[]> = {
  string: ['', 'слово', '5'],
  number: [0, -1.5, 1e20],
  date: ['2026-03-01', '2028-02-29'],
  boolean: [true, false],
  select: ['Лето'],
}
const MISFITS: Record<string, unknown[]> = {
  string: [5, true, {}, []],
  number: ['5', true, {}, []],
  date: ['2026-02-30', '2026-3-1', '2026-03-01T00:00:00Z', '', 'вчера', 20260301, {}],
  boolean: ['true', 0, {}, []],
  select: ['Осень', 'лето', '', 5, ['Лето'], {}],
}

test.each(ENTITIES)(
  'a %s accepts only custom values that fit the field’s type, whether keyed by the field’s id or by its name',
  async (...entity) => {
    const client = await service.newCompany()
    for (const [valueType, fitting] of Object.entries(FITTING)) {
      const options = valueType === 'select' ? { options: ['Лето'] } : {}
      const name = `Поле ${valueType}`
      const id = await addField(client, { entityKind: entity[0], name, valueType, ...options })
      for (const key of [id, name]) {
        for (const value of [...fitting, null]) {
          const reply = await make(client, entity, { [key]: value })
          expect(reply.json.result?.customValues, reply.text).toEqual({ [key]: value })
        }
        for (const value of MISFITS[valueType]!) {
          const reply = await make(client, entity, { свободное: value, [key]: value })
          expect(reply.json, JSON.stringify(value)).toMatchObject({
            code: 'VALIDATION_FAILED',
            errors: [{ path: `/customValues/${key}` }],
          })
        }
      }
    }
  },
)

test.each(ENTITIES)(
  'an edit of a %s is also checked against the fields, except for values that the edit omits',
  async (...entity) => {
    const client = await service.newCompany()
    const { id } = (await make(client, entity, { Возраст: 'старое' })).json.result
    await addField(client, { entityKind: entity[0], name: 'Возраст', valueType: 'number' })
    const path = `${entity[1]}/${id}`
    const edit = (customValues?: unknown) =>
      client.patch(path, { ...(entity[0] === 'product' ? { name: 'Х' } : {}), customValues })
    expect((await edit()).json.result.customValues).toEqual({ Возраст: 'старое' })
    expect((await edit({ Возраст: 'новое' })).json).toMatchObject({ code: 'VALIDATION_FAILED' })
    expect((await edit({ Возраст: 5, другое: [] })).json.result.customValues).toEqual({ Возраст: 5, другое: [] })
    expect((await edit(null)).json.result.customValues).toEqual({})
  },
)

test('custom values are checked only against fields of the record’s own entity kind', async () => {
  const client = await service.newCompany()
  for (const entityKind of ['partner', 'order', 'Product', 'ж'.repeat(50)])
    await addField(client, { entityKind, name: 'Возраст', valueType: 'number' })
  await addProduct(client, { customValues: { Возраст: 'слово' } })
  const problem = await client.refused('POST', PATH, { entityKind: 'ж'.repeat(51), name: 'П', valueType: 'string' })
  expect(pathsOf(problem)).toEqual(['/entityKind'])
})

test('a custom value is not checked if its key is spelled differently or its field is archived', async () => {
  const client = await service.newCompany()
  const id = await addField(client, { name: 'Возраст', valueType: 'number' })
  await addProduct(client, { customValues: { возраст: 'х', ' Возраст': 'х', [id.toUpperCase()]: 'х' } })
  await client.made('PATCH', `${PATH}/${id}`, { archived: true })
  await addProduct(client, { customValues: { Возраст: 'х' } })
  await client.made('PATCH', `${PATH}/${id}`, { archived: false })
  const body = { name: 'Т', customValues: { Возраст: 'х' } }
  expect((await client.refused('POST', '/api/v1/products', body)).code).toBe('VALIDATION_FAILED')
})

test('the refusal of a custom value escapes / and ~ in its key as in a JSON pointer', async () => {
  const client = await service.newCompany()
  await addField(client, { name: 'а/б~в', valueType: 'number' })
  const problem = await client.refused('POST', '/api/v1/products', { name: 'Т', customValues: { 'а/б~в': 'х' } })
  expect(pathsOf(problem)).toEqual(['/customValues/а~1б~0в'])
})

// The following tests concern values already stored.

test.each(ENTITIES)(
  'a custom field with a value stored in a %s cannot be deleted, whether the value is keyed by the field’s id or by its name',
  async (...entity) => {
    const client = await service.newCompany()
    const fieldId = await addField(client, { entityKind: entity[0], valueType: 'number' })
    const named = [
      (await make(client, entity, { [fieldId]: 1 })).json.result,
      (await make(client, entity, { Сезон: 0 })).json.result,
    ]
    const both = (await make(client, entity, { Сезон: 0, [fieldId]: 1 })).json.result
    await make(client, entity, { Сезон: null, сезон: 1 })
    const problem = await client.refused('DELETE', `${PATH}/${fieldId}`, {})
    expect(problem).toMatchObject({ code: 'HAS_REFERENCES', detail: expect.stringMatching(/: 3 \w+s\./) })
    expect(problem.blockers?.map(({ id }) => id)).toEqual([...named, both].map(({ id }) => id))
    for (const { id } of [...named, both])
      await client.made('PATCH', `${entity[1]}/${id}`, {
        ...(entity[0] === 'product' ? { name: 'Х' } : {}),
        customValues: {},
      })
    expect(await client.made('DELETE', `${PATH}/${fieldId}`, {})).toEqual({ id: fieldId, deleted: true })
  },
)

test('a custom field and its options cannot be deleted while a closed or cancelled document has values for them', async () => {
  const client = await service.newCompany()
  const productId = await addProduct(client)
  const fieldId = await addField(client, {
    entityKind: 'procurement_document',
    valueType: 'select',
    options: ['а', 'б', 'в'],
  })
  const lines = [{ productId, quantity: 1, unitCost: 1 }]
  const closed = await addDocument(client, { kind: 'internal_order', lines, customValues: { Сезон: 'а' } })
  await moveDocument(client, closed, 'posted')
  await moveDocument(client, closed, 'closed')
  const cancelled = await addDocument(client, { customValues: { [fieldId]: 'б' } })
  await moveDocument(client, cancelled, 'cancelled')
  const problem = await client.refused('DELETE', `${PATH}/${fieldId}`, {})
  expect(problem.blockers?.map(({ id }) => id)).toEqual([closed, cancelled])
  for (const [options, holder] of [
    [['б', 'в'], closed],
    [['а', 'в'], cancelled],
  ] as const) {
    const refused = await client.refused('PATCH', `${PATH}/${fieldId}`, { options })
    expect(refused).toMatchObject({ code: 'HAS_REFERENCES', blockers: [{ entity: 'document', id: holder }] })
  }
  const options = ['б', 'г', 'а']
  expect(await client.made('PATCH', `${PATH}/${fieldId}`, { options })).toMatchObject({ options })
})

test('a custom field cannot be deleted while a draft has a value for it that was added by an edit', async () => {
  const client = await service.newCompany()
  const fieldId = await addField(client, { entityKind: 'procurement_document', valueType: 'number' })
  const id = await addDocument(client)
  const edit = (customValues: object) => client.made('PATCH', `/api/v1/procurement/documents/${id}`, { customValues })
  await edit({ Сезон: 5 })
  const problem = await client.refused('DELETE', `${PATH}/${fieldId}`, {})
  expect(problem).toMatchObject({
    code: 'HAS_REFERENCES',
    blockers: [{ entity: 'document', id, label: 'Document 00001' }],
  })
  await edit({ другое: 5 })
  await client.made('DELETE', `${PATH}/${fieldId}`, {})
})

test.each(ENTITIES)(
  'a select option used by a %s cannot be removed, but unused options can be removed and new ones added',
  async (...entity) => {
    const client = await service.newCompany()
    const fieldId = await addField(client, { entityKind: entity[0], valueType: 'select', options: ['а', 'б'] })
    await make(client, entity, { Сезон: 'а' })
    for (const options of [['б'], [], null]) {
      const problem = await client.refused('PATCH', `${PATH}/${fieldId}`, { options })
      expect(problem.code).toBe('HAS_REFERENCES')
      expect(problem.detail).toMatch(/"а".*Keep it among the options/)
    }
    expect(await client.made('PATCH', `${PATH}/${fieldId}`, { options: ['в', 'а'] })).toMatchObject({
      options: ['в', 'а'],
    })
    expect((await make(client, entity, { Сезон: 'б' })).json).toMatchObject({ code: 'VALIDATION_FAILED' })
  },
)

test('a custom field can be deleted although another entity kind or another company uses its name', async () => {
  const client = await service.newCompany()
  const stranger = await service.newCompany()
  await addProduct(stranger, { customValues: { Сезон: 'х' } })
  await addDocument(stranger, { customValues: { Сезон: 'х' } })
  await addPartner(client, 'П', { customValues: { Сезон: 'х' } })
  for (const entityKind of ['product', 'procurement_document'])
    await client.made('DELETE', `${PATH}/${await addField(client, { entityKind })}`, {})
})

test('a custom field of a client’s own entity kind cannot be deleted while any record stores a value under its name', async () => {
  const client = await service.newCompany()
  const productId = await addProduct(client, { customValues: { Сезон: 'х' } })
  const partnerId = await addPartner(client, 'П', { customValues: { Сезон: 'х' } })
  const documentId = await addDocument(client, { customValues: { Сезон: 'х' } })
  for (const entityKind of ['order', 'Товар', 'products', 'goods', 'Product']) {
    const fieldId = await addField(client, { entityKind, valueType: 'select', options: ['х', 'у'] })
    const problem = await client.refused('DELETE', `${PATH}/${fieldId}`, {})
    expect([problem.code, problem.blockers?.map(({ id }) => id)]).toEqual([
      'HAS_REFERENCES',
      [productId, partnerId, documentId],
    ])
    expect((await client.refused('PATCH', `${PATH}/${fieldId}`, { options: ['у'] })).code).toBe('HAS_REFERENCES')
  }
  const unused = await addField(client, { entityKind: 'goods', name: 'Вкус' })
  await client.made('DELETE', `${PATH}/${unused}`, {})
})

test('after a custom field is renamed, values under its old name are no longer checked, but values under the field’s id still are', async () => {
  const client = await service.newCompany()
  const byName = await addField(client, { valueType: 'number' })
  const byId = await addField(client, { name: 'Вес', valueType: 'number' })
  await addProduct(client, { customValues: { Сезон: 1, [byId]: 2 } })
  for (const id of [byName, byId]) await client.made('PATCH', `${PATH}/${id}`, { name: `Новое ${id}` })
  await client.made('DELETE', `${PATH}/${byName}`, {})
  expect((await client.refused('DELETE', `${PATH}/${byId}`, {})).code).toBe('HAS_REFERENCES')
})

/** Returns custom values of many types, whose JSON has exactly the given number of bytes. */
function valuesOf(bytes: number): object {
  const values = { ключ: ['"', '\n', 'ё', '😀', 1e21, -0.5, true, null, {}, []], text: '' }
  return { ...values, text: 'a'.repeat(bytes - Buffer.byteLength(JSON.stringify(values))) }
}

test.each(ENTITIES)('the custom values of a %s may take at most 64 KiB of JSON', async (...entity) => {
  const client = await service.newCompany()
  const largest = valuesOf(65_536)
  const made = await make(client, entity, largest)
  expect([made.status, made.json.result?.customValues]).toEqual([200, largest])
  const [, path, body] = entity
  const problem = await client.refused('POST', path, { ...body, customValues: valuesOf(65_537) })
  expect([problem.code, pathsOf(problem)]).toEqual(['VALIDATION_FAILED', ['/customValues']])
  const edited = await client.refused('PATCH', `${path}/${made.json.result.id}`, {
    ...body,
    customValues: valuesOf(65_537),
  })
  expect(pathsOf(edited)).toEqual(['/customValues'])
})

test('the size limit of custom values counts keys, texts and nested values', async () => {
  const client = await service.newCompany()
  const large = 70_000
  for (const customValues of [
    { ['к'.repeat(large / 2)]: 1 },
    { a: '\u0001'.repeat(large / 6) },
    { a: Array.from({ length: large / 2 }, () => 0) },
    { a: { b: { c: ['x'.repeat(large)] } } },
  ]) {
    const problem = await client.refused('POST', '/api/v1/products', { name: 'Т', customValues })
    expect(pathsOf(problem)).toEqual(['/customValues'])
  }
})
