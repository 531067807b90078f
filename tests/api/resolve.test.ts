import { expect, test } from 'vitest'
import { pathsOf } from '../support/contract/problems.ts'
import type { Client } from '../support/node/client.ts'
import { useService } from '../support/node/service.ts'
import { addPartner, ISSUED_ID, setArchived } from '../support/scene/fixtures.ts'

const service = useService()

const resolve = (client: Client, fields: Record<string, unknown>) =>
  client.made('POST', '/api/v1/partners/resolve', { name: 'Кто-то', type: 'Покупатель', ...fields })

test('resolving an unknown contact creates a partner', async () => {
  const client = await service.newCompany()
  const fields = { name: 'Иван', type: 'Покупатель', phone: '8 (916) 123-45-67', email: 'Ivan@Mail.example' }
  const { json } = await client.post('/api/v1/partners/resolve', fields)
  expect(json.result).toMatchObject({ ...fields, id: expect.stringMatching(ISSUED_ID), created: true, archived: false })
  const { created: _created, ...partner } = json.result
  expect(json.state.partners).toEqual([partner])
})

test('resolving the same contact again finds the partner unchanged', async () => {
  const client = await service.newCompany()
  const made = await resolve(client, { email: 'ivan@mail.example' })
  expect(await resolve(client, { name: 'Другое имя', email: 'ivan@mail.example' })).toEqual({ ...made, created: false })
  expect((await client.state()).partners).toHaveLength(1)
})

test('resolving a contact counts as a command even if it finds an existing partner and changes nothing', async () => {
  const client = await service.newCompany()
  await resolve(client, { email: 'ivan@mail.example' })
  const before = await client.state()
  await resolve(client, { email: 'ivan@mail.example' })
  expect(await client.state()).toEqual({ ...before, revision: before.revision + 1 })
})

test('when a contact is resolved, e-mail addresses are compared ignoring case and surrounding spaces', async () => {
  const client = await service.newCompany()
  const id = await addPartner(client, 'Иван', { email: 'Ivan@Mail.Example' })
  expect(await resolve(client, { email: ' IVAN@mail.example ' })).toMatchObject({ id, created: false })
})

test.each(['+7 (916) 123-45-67', '8-916-123-45-67', '79161234567'])(
  'when a contact is resolved, phone numbers are compared by their digits: %s',
  async (phone) => {
    const client = await service.newCompany()
    const id = await addPartner(client, 'Иван', { phone: '8 916 1234567' })
    expect(await resolve(client, { phone })).toMatchObject({ id, created: false })
  },
)

test('a foreign phone number that begins with 8 is not mistaken for a Russian one when a contact is resolved', async () => {
  const client = await service.newCompany()
  await addPartner(client, 'Иван', { phone: '+7 1234567' })
  expect(await resolve(client, { phone: '8 1234567' })).toMatchObject({ created: true })
})

test('a partner that matches both the e-mail address and phone of a contact is preferred to one that matches only one', async () => {
  const client = await service.newCompany()
  await addPartner(client, 'Почта', { email: 'a@b.example', phone: '111' })
  await addPartner(client, 'Телефон', { email: 'x@y.example', phone: '222' })
  const id = await addPartner(client, 'Пара', { email: 'a@b.example', phone: '222' })
  expect(await resolve(client, { email: 'a@b.example', phone: '222' })).toMatchObject({ id, created: false })
})

test.each([[{ email: 'a@b.example', phone: '999' }], [{ email: 'z@z.example', phone: '111' }]])(
  'if no partner matches both e-mail and phone, matching one of them is enough: %j',
  async (contact) => {
    const client = await service.newCompany()
    const id = await addPartner(client, 'Иван', { email: 'a@b.example', phone: '111' })
    expect(await resolve(client, contact)).toMatchObject({ id, created: false })
  },
)

test('if several partners match a contact, the oldest is returned', async () => {
  const client = await service.newCompany()
  const id = await addPartner(client, 'Первый', { phone: '111' })
  await addPartner(client, 'Второй', { phone: '111' })
  expect(await resolve(client, { phone: '111' })).toMatchObject({ id })
})

test('a partner found by its contact details gains the requested role', async () => {
  const client = await service.newCompany()
  const id = await addPartner(client, 'Иван', { type: 'Поставщик', roles: ['VIP'], phone: '111' })
  const found = await resolve(client, { phone: '111', type: 'Покупатель' })
  expect(found).toMatchObject({ id, created: false, name: 'Иван', type: 'Поставщик', roles: ['VIP', 'Покупатель'] })
  expect((await resolve(client, { phone: '111', type: 'Покупатель' })).roles).toEqual(found.roles)
})

test('resolving a contact that matches only an archived partner creates a new partner', async () => {
  const client = await service.newCompany()
  const archivedId = await addPartner(client, 'Иван', { phone: '111' })
  await setArchived(client, 'partners', archivedId)
  const found = await resolve(client, { phone: '111' })
  expect(found.created).toBe(true)
  expect(found.id).not.toBe(archivedId)
})

test('a partner is found by the new contact details from an update, and no longer by the old details', async () => {
  const client = await service.newCompany()
  const id = await addPartner(client, 'Иван', { phone: '111' })
  await client.made('PATCH', `/api/v1/partners/${id}`, { phone: '222' })
  expect(await resolve(client, { phone: '222' })).toMatchObject({ id })
  expect(await resolve(client, { phone: '111' })).toMatchObject({ created: true })
})

test('20 simultaneous requests to resolve the same new contact create one partner', async () => {
  const client = await service.newCompany()
  const found = await Promise.all(Array.from({ length: 20 }, () => resolve(client, { phone: '111' })))
  expect(found.filter((partner) => partner.created)).toHaveLength(1)
  expect(new Set(found.map((partner) => partner.id)).size).toBe(1)
})

test.each([{}, { phone: '', email: '' }, { phone: null }, { phone: 'нет' }, { email: '   ' }])(
  'a request to resolve a partner is refused without a usable contact: %j',
  async (contact) => {
    const client = await service.newCompany()
    const body = { name: 'Иван', type: 'Покупатель', ...contact }
    expect(await client.refused('POST', '/api/v1/partners/resolve', body)).toMatchObject({
      code: 'VALIDATION_FAILED',
      detail: expect.stringMatching(/email.*phone/),
    })
  },
)

test.each(['name', 'type'])('a request to resolve a partner is refused without %s', async (field) => {
  const client = await service.newCompany()
  const body: Record<string, unknown> = { name: 'Иван', type: 'Покупатель', phone: '1' }
  delete body[field]
  expect(pathsOf(await client.refused('POST', '/api/v1/partners/resolve', body))).toEqual([`/${field}`])
})
