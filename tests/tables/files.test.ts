/** Files that are tables in some form, and files that are none: each is read, or refused with what to do. */
import { deflateRawSync, gzipSync } from 'node:zlib'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Client, Json } from '../support/client.ts'
import { useService } from '../support/service.ts'
import { mapped, rowsOf, sendTable, TABLE_IMPORTS, upload, xlsx } from '../support/tables.ts'
import { unzipped, zipOf } from '../support/zip.ts'

const service = useService()
let client: Client
beforeAll(async () => {
  client = await service.newCompany()
})

const TABLE = 'Артикул;Название;Цена\r\nЁ-1;Чай «Ёлка»;1 234,50\r\n'

/** Cyrillic of Windows, for the letters of the table. */
function inWindows1251(text: string): Buffer {
  const decoder = new TextDecoder('windows-1251')
  const codes = new Map(Array.from({ length: 256 }, (_, code) => [decoder.decode(Uint8Array.of(code)), code]))
  return Buffer.from([...text].map((letter) => codes.get(letter)!))
}

describe('encodings and marks', () => {
  test.each([
    ['UTF-8', Buffer.from(TABLE)],
    ['UTF-8 with a mark', Buffer.from(`\ufeff${TABLE}`)],
    ['UTF-16 LE with a mark', Buffer.from(`\ufeff${TABLE}`, 'utf16le')],
    ['UTF-16 BE with a mark', Buffer.from(`\ufeff${TABLE}`, 'utf16le').swap16()],
    ['windows-1251', inWindows1251(TABLE)],
    ['tabs', Buffer.from(TABLE.replaceAll(';', '\t'))],
    ['commas', Buffer.from('Артикул,Название,Цена\nЁ-1,Чай «Ёлка»,"1 234,50"\n')],
    ['sep=', Buffer.from(`sep=;\r\n${TABLE}`)],
    ['line ends of old', Buffer.from(TABLE.replaceAll('\r\n', '\r'))],
  ])('a table with %s is read', async (_name, bytes) => {
    const { id, columns } = await upload(client, bytes)
    expect(columns.map(({ header, proposed }: Json) => [header, proposed])).toEqual([
      ['Артикул', 'sku'],
      ['Название', 'name'],
      ['Цена', 'price'],
    ])
    expect(columns[1].samples).toEqual(['Чай «Ёлка»'])
    expect((await mapped(client, id)).counts).toMatchObject({ create: 1, problem: 0 })
  })

  test('quotes, line ends in cells and a head of several lines are read', async () => {
    const text = 'Прайс;;\n;;\nАртикул;Название;Описание\n1;"Чай ""Ёлка""";"две\nстроки; и точка"\n'
    const { id, headerRow } = await upload(client, text)
    expect(headerRow).toBe(3)
    await mapped(client, id)
    const [row] = await rowsOf(client, id)
    expect(row).toMatchObject({ row: 4, plan: 'create', cells: ['1', 'Чай "Ёлка"', 'две\nстроки; и точка'] })
  })
})

describe('what is no table', () => {
  const bomb = () => {
    const zeros = deflateRawSync(Buffer.alloc(300 * 1_048_576))
    return zipOf([
      { name: 'xl/workbook.xml', bytes: deflateRawSync(Buffer.from('<workbook/>')), size: 11 },
      { name: 'xl/worksheets/sheet1.xml', bytes: zeros, size: 300 * 1_048_576 },
    ])
  }
  const lying = () =>
    zipOf([
      { name: 'xl/workbook.xml', bytes: deflateRawSync(Buffer.from('<workbook/>')), size: 11 },
      { name: 'xl/sharedStrings.xml', bytes: deflateRawSync(Buffer.alloc(1_000_000)), size: 0 },
    ])

  test.each([
    [
      'a picture that is half zeros',
      () => Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.alloc(400)]),
      'neither an XLSX',
    ],
    ['a picture', () => Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'), 'neither an XLSX'],
    ['an old workbook', () => Buffer.from('d0cf11e0a1b11ae1000000000000', 'hex'), 'old .xls'],
    ['half a ZIP', () => Buffer.from('PK\u0003\u0004 and no more'), 'damaged'],
    [
      'another ZIP',
      () => zipOf([{ name: 'a.txt', bytes: deflateRawSync(Buffer.from('x')), size: 1 }]),
      'neither an XLSX',
    ],
    ['nothing', () => Buffer.from(''), 'no row below'],
    ['blank lines', () => Buffer.from('\n\n;;;\n'), 'no row below'],
    ['gzip', () => gzipSync(Buffer.from(TABLE)), 'neither an XLSX'],
    ['a bomb', bomb, 'unpacks to more'],
    ['a bomb that lies', lying, 'unpacks to more'],
    ['too many columns', () => Buffer.from(`${'a;'.repeat(300)}a\n`), 'more than 200 columns'],
  ])('%s is refused', async (_name, bytes, words) => {
    const reply = await sendTable(client, bytes())
    expect([reply.status, reply.json.code]).toEqual([400, 'UNREADABLE_TABLE'])
    expect(reply.json.detail).toContain(words)
  })

  test('an entity of XML is not looked up, and none is blown up', async () => {
    const entities = '<!DOCTYPE x [<!ENTITY a "lol"><!ENTITY b "&a;&a;&a;"><!ENTITY f SYSTEM "file:///etc/passwd">]>'
    const { id } = await upload(client, await xlsxWith(entities, '&b;&f;'))
    await mapped(client, id)
    const [row] = await rowsOf(client, id)
    expect(row!.cells[1]).not.toMatch(/lol|root/)
  })

  test('a table without rows below its head, and one of too many, fail in words', async () => {
    const empty = await upload(client, 'Артикул;Название\n')
    expect(await mapped(client, empty.id)).toMatchObject({ status: 'failed', fault: { code: 'EMPTY' } })
    const long = await upload(client, `Артикул;Название\n${'A;B\n'.repeat(50_001)}`)
    const failed = await mapped(client, long.id)
    expect(failed).toMatchObject({ status: 'failed', rowCount: 0, fault: { code: 'TOO_MANY_ROWS' } })
    expect(failed.fault.message).toContain('50,000')
    expect(await rowsOf(client, long.id)).toEqual([])
  })

  test('more than 20 MiB, a body of parts and one without a type are refused', async () => {
    const large = await sendTable(client, Buffer.alloc(20 * 1_048_576 + 1))
    expect([large.status, large.json.code]).toEqual([413, 'BODY_TOO_LARGE'])
    const parts = await client.send('POST', `${TABLE_IMPORTS}?kind=products`, undefined, {
      raw: TABLE,
      headers: { 'content-type': 'multipart/form-data; boundary=x' },
    })
    expect([parts.status, parts.json.code]).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE'])
    const unknown = await sendTable(client, TABLE, { kind: 'orders' })
    expect([unknown.status, unknown.json.code]).toEqual([400, 'VALIDATION_FAILED'])
  })
})

/** A workbook whose sheet begins with this, and has this in a cell. */
async function xlsxWith(prologue: string, text: string): Promise<Buffer> {
  const files = unzipped(
    await xlsx([
      ['Артикул', 'Название'],
      ['1', 'Х'],
    ]),
  )
  const parts = [...files].map(([name, content]) => {
    const isSheet = name === 'xl/worksheets/sheet1.xml'
    const isText = name === 'xl/sharedStrings.xml'
    const changed = isSheet || isText ? content.replace('?>', `?>${prologue}`).replace('>Х<', `>${text}<`) : content
    const bytes = Buffer.from(changed)
    return { name, bytes: deflateRawSync(bytes), size: bytes.length }
  })
  return zipOf(parts)
}
