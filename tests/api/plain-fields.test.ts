/**
 * Checks that every plain text field in `server/domain/fields/` is stored, cleared, searched, filtered and exported as
 * it is described there.
 */
import { expect, test } from 'vitest'
import type { Fields } from '../../server/domain/fields/kind.ts'
import { KINDS, plainTextsOf } from '../support/contract/plain-texts.ts'
import { useService } from '../support/node/service.ts'
import { addPartner } from '../support/scene/fixtures.ts'

const service = useService()
type Client = Awaited<ReturnType<typeof service.newCompany>>

/** Functions that return the fields required in a new record besides its plain text fields, by kind of record. */
const NEEDED: Partial<Record<keyof typeof KINDS, (client: Client) => Promise<object>>> = {
  contracts: async (client) => ({
    kind: 'sale',
    partnerId: await addPartner(client, 'Лавка'),
    organizationId: (await client.made('POST', '/api/v1/organizations', { name: 'Склад у дома' })).id,
  }),
}

/** The kinds of records whose updates must state whether the record is archived. */
const WHOLE = new Set(['warehouses', 'price-types'])

/** Returns a string that neither equals nor begins like the string of another field. */
const textOf = (name: string) => `Особое${name.toLowerCase()} слово`

test.each(Object.entries(KINDS) as [keyof typeof KINDS, { readonly fields: Fields }][])(
  'every plain text field of %s can be stored, omitted, cleared, searched, filtered and exported to tables',
  async (path, { fields }) => {
    const client = await service.newCompany()
    const needed = (await NEEDED[path]?.(client)) ?? { name: 'Первый' }
    const names = plainTextsOf({ fields })
    const given = Object.fromEntries(names.map((name) => [name, ` ${textOf(name)} `]))
    const kept = Object.fromEntries(names.map((name) => [name, textOf(name)]))
    const made = await client.made('POST', `/api/v1/${path}`, { ...needed, ...given })
    expect(made).toMatchObject(kept)
    const other = await client.made('POST', `/api/v1/${path}`, {
      ...needed,
      ...('name' in needed && { name: 'Другой' }),
    })
    expect(other).toMatchObject(Object.fromEntries(names.map((name) => [name, null])))

    const found = async (query: string) => {
      const { json } = await client.get(`/api/v1/${path}?${query}`)
      return json.items.map(({ id }: { id: string }) => id)
    }
    for (const name of names) {
      const { searched, filter } = fields[name]!.about
      const word = encodeURIComponent(textOf(name).split(' ')[0]!)
      if (searched === true) expect(await found(`q=${word}`), `search for ${name}`).toEqual([made.id])
      if (typeof filter !== 'string') continue
      expect(await found(`${filter}=${encodeURIComponent(textOf(name))}`), `filter ${filter}`).toEqual([made.id])
      expect(await found(`${filter}=${word}`), `filter ${filter}`).toEqual([])
    }

    const table = await client.get(`/api/v1/${path}?format=csv&id=${made.id}`)
    const [head, row] = table.text
      .replace('\uFEFF', '')
      .split('\r\n')
      .map((line) => line.split(';'))
    for (const name of names) {
      const at = head!.indexOf(fields[name]!.about.label[0])
      expect(row![at], `column of ${name}`).toBe(textOf(name))
    }

    const always = WHOLE.has(path) ? { ...needed, archived: false } : needed
    const same = await client.made('PATCH', `/api/v1/${path}/${made.id}`, always)
    expect(same).toMatchObject(kept)
    const nothing = Object.fromEntries(names.map((name, at) => [name, at % 2 === 0 ? null : '']))
    const cleared = await client.made('PATCH', `/api/v1/${path}/${made.id}`, { ...always, ...nothing })
    expect(cleared).toMatchObject(Object.fromEntries(names.map((name) => [name, null])))
  },
)
