/** Uploads tables through the API and follows their imports. */
import { writeXlsx } from 'hucre'
import { expect } from 'vitest'
import type { Client, Json } from '../node/client.ts'
import { patience } from '../node/patience.ts'

export const TABLE_IMPORTS = '/api/v1/table-imports'

export type CellValue = string | number | boolean | Date | null

/** Returns an XLSX with one sheet, or with more sheets by name. */
export async function xlsx(rows: CellValue[][], more: Record<string, CellValue[][]> = {}): Promise<Buffer> {
  const sheets = Object.entries({ Лист1: rows, ...more }).map(([name, of]) => ({ name, rows: of }))
  return Buffer.from(await writeXlsx({ sheets }))
}

export interface Uploading {
  readonly kind?: string
  readonly fileName?: string
  readonly key?: string
  readonly language?: string
}

/** Sends a table and returns the raw response. */
export function sendTable(
  client: Client,
  bytes: Buffer | string,
  { kind = 'products', fileName, key, language }: Uploading = {},
) {
  const name = fileName ?? (typeof bytes === 'string' ? 'Прайс.csv' : 'Прайс.xlsx')
  return client.send(
    'POST',
    `${TABLE_IMPORTS}?kind=${kind}${language === undefined ? '' : `&language=${language}`}`,
    undefined,
    {
      raw: bytes,
      headers: { 'content-type': 'application/octet-stream', 'x-file-name': encodeURIComponent(name) },
      ...(key === undefined ? {} : { key }),
    },
  )
}

/** Sends a table that must be accepted. Returns the new import. */
export async function upload(client: Client, bytes: Buffer | string, uploading: Uploading = {}): Promise<Json> {
  const reply = await sendTable(client, bytes, uploading)
  expect(reply.status, reply.text).toBe(200)
  return reply.json
}

/** Waits until an import has one of the statuses. */
export async function untilTable(client: Client, id: string, ...statuses: string[]): Promise<Json> {
  for (const pause = patience(); ; await pause()) {
    const { json, status, text } = await client.get(`${TABLE_IMPORTS}/${id}`)
    expect(status, text).toBe(200)
    if (statuses.includes(json.status)) return json
    if (['failed', 'cancelled', 'done'].includes(json.status)) throw new Error(`The import is ${text}`)
  }
}

/** Maps the columns of a table import, which starts its preview. */
export async function mapped(client: Client, id: string, body: Json = {}): Promise<Json> {
  const reply = await client.send('PUT', `${TABLE_IMPORTS}/${id}/columns`, body)
  expect(reply.status, reply.text).toBe(200)
  return untilTable(client, id, 'ready', 'failed')
}

/** Applies a table import and waits for its end. */
export async function applied(client: Client, id: string): Promise<Json> {
  const reply = await client.post(`${TABLE_IMPORTS}/${id}/apply`)
  expect(reply.status, reply.text).toBe(200)
  return untilTable(client, id, 'done')
}

/** Uploads a table, maps its columns as proposed or as given, and applies the import. */
export async function imported(
  client: Client,
  bytes: Buffer | string,
  uploading: Uploading = {},
  body: Json = {},
): Promise<Json> {
  const { id } = await upload(client, bytes, uploading)
  await mapped(client, id, body)
  return applied(client, id)
}

export async function rowsOf(client: Client, id: string, query = ''): Promise<Json[]> {
  const { json, status, text } = await client.get(`${TABLE_IMPORTS}/${id}/rows?limit=1000${query}`)
  expect(status, text).toBe(200)
  return json.items
}

/** Returns all records of a list, by their names. */
export async function recordsByName(client: Client, list: string): Promise<Record<string, Json>> {
  const { items } = (await client.get(`/api/v1/${list}?limit=1000`)).json
  return Object.fromEntries(items.map((one: Json) => [one.name, one]))
}
