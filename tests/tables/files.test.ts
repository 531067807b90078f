/**
 * Uploads files that are tables in some format, and files that are not. Each file must either be read or be refused
 * with advice.
 */
import { deflateRawSync, gzipSync } from 'node:zlib'
import { beforeAll, describe, expect, test } from 'vitest'
import { zipOf } from '../support/figures/zip.ts'
import type { Client, Json } from '../support/node/client.ts'
import { useService } from '../support/node/service.ts'
import { inWindows1251, xlsxMade, xlsxWithCell } from '../support/scene/table-bytes.ts'
import { mapped, rowsOf, sendTable, TABLE_IMPORTS, upload } from '../support/scene/tables.ts'

const service = useService()
let client: Client
beforeAll(async () => {
  client = await service.newCompany()
})

const TABLE = 'Артикул;Название;Цена\r\nЁ-1;Чай «Ёлка»;1 234,50\r\n'

describe('encodings and byte order marks', () => {
  test.each([
    ['UTF-8 text', Buffer.from(TABLE)],
    ['UTF-8 text and a byte order mark', Buffer.from(`\ufeff${TABLE}`)],
    ['UTF-16 LE text and a byte order mark', Buffer.from(`\ufeff${TABLE}`, 'utf16le')],
    ['UTF-16 BE text and a byte order mark', Buffer.from(`\ufeff${TABLE}`, 'utf16le').swap16()],
    ['windows-1251 text', inWindows1251(TABLE)],
    ['tabs between its cells', Buffer.from(TABLE.replaceAll(';', '\t'))],
    ['commas between its cells', Buffer.from('Артикул,Название,Цена\nЁ-1,Чай «Ёлка»,"1 234,50"\n')],
    ['a sep= line', Buffer.from(`sep=;\r\n${TABLE}`)],
    ['old Mac line ends', Buffer.from(TABLE.replaceAll('\r\n', '\r'))],
  ])('an uploaded table with %s is read', async (_name, bytes) => {
    const { id, columns } = await upload(client, bytes)
    expect(columns.map(({ header, proposed }: Json) => [header, proposed])).toEqual([
      ['Артикул', 'sku'],
      ['Название', 'name'],
      ['Цена', 'price'],
    ])
    expect(columns[1].samples).toEqual(['Чай «Ёлка»'])
    expect((await mapped(client, id)).counts).toMatchObject({ create: 1, problem: 0 })
  })

  test('an uploaded table may have quotes, line breaks in cells, and rows above its headings', async () => {
    const text = 'Прайс;;\n;;\nАртикул;Название;Описание\n1;"Чай ""Ёлка""";"две\nстроки; и точка"\n'
    const { id, headerRow } = await upload(client, text)
    expect(headerRow).toBe(3)
    await mapped(client, id)
    const [row] = await rowsOf(client, id)
    expect(row).toMatchObject({ row: 4, plan: 'create', cells: ['1', 'Чай "Ёлка"', 'две\nстроки; и точка'] })
  })
})

describe('unreadable files', () => {
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
      'a picture of which half is zeros',
      () => Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.alloc(400)]),
      'neither an XLSX',
    ],
    ['a picture', () => Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'), 'neither an XLSX'],
    ['a workbook in the old format', () => Buffer.from('d0cf11e0a1b11ae1000000000000', 'hex'), 'old .xls'],
    ['a ZIP that is cut off', () => Buffer.from('PK\u0003\u0004 and no more'), 'damaged'],
    [
      'a ZIP that is no workbook',
      () => zipOf([{ name: 'a.txt', bytes: deflateRawSync(Buffer.from('x')), size: 1 }]),
      'neither an XLSX',
    ],
    ['an empty file', () => Buffer.from(''), 'no row below'],
    ['a file with only blank lines', () => Buffer.from('\n\n;;;\n'), 'no row below'],
    ['a gzip file', () => gzipSync(Buffer.from(TABLE)), 'neither an XLSX'],
    ['a ZIP bomb', bomb, 'unpacks to more'],
    ['a ZIP bomb that hides its size', lying, 'unpacks to more'],
    ['a table with too many columns', () => Buffer.from(`${'a;'.repeat(300)}a\n`), 'more than 200 columns'],
  ])('%s is refused as an uploaded table', async (_name, bytes, words) => {
    const reply = await sendTable(client, bytes())
    expect([reply.status, reply.json.code]).toEqual([400, 'UNREADABLE_TABLE'])
    expect(reply.json.detail).toContain(words)
  })

  test.each(['0', '-1', '2.5', '2147483648', '4294967295', '1'])(
    'a spreadsheet with an impossible or repeated row number (%s) is refused',
    async (number) => {
      const bytes = await xlsxChanged((sheet) => sheet.replace('<row r="2"', `<row r="${number}"`))
      const reply = await sendTable(client, bytes)
      expect([reply.status, reply.json.code, reply.json.detail]).toEqual([
        400,
        'UNREADABLE_TABLE',
        expect.stringContaining('damaged'),
      ])
    },
  )

  test('a preview fails if a row number is repeated far below the headings', async () => {
    const rows = Array.from(
      { length: 60 },
      (_, at) => `<row r="${at + 3}"><c t="inlineStr"><is><t>${at}</t></is></c></row>`,
    )
    const twice = `${rows.join('')}<row r="50"><c t="inlineStr"><is><t>again</t></is></c></row>`
    const { id } = await upload(
      client,
      await xlsxChanged((sheet) => sheet.replace('</sheetData>', `${twice}</sheetData>`)),
    )
    const failed = await mapped(client, id)
    expect(failed).toMatchObject({ status: 'failed', rowCount: 0, fault: { code: 'BROKEN' } })
    expect(await rowsOf(client, id)).toEqual([])
  })

  test('the rows of a spreadsheet are read correctly even if they are stored in another order', async () => {
    const rows = [9, 5, 7].map((number) => `<row r="${number}"><c t="inlineStr"><is><t>${number}</t></is></c></row>`)
    const { id } = await upload(
      client,
      await xlsxChanged((sheet) => sheet.replace('</sheetData>', `${rows.join('')}</sheetData>`)),
    )
    expect((await mapped(client, id)).status).toBe('ready')
    expect((await rowsOf(client, id)).map(({ row }) => row)).toEqual([2, 5, 7, 9])
  })

  test('a workbook may have at most 200 sheets, even if the sheets share their rows', async () => {
    const many = (count: number) =>
      xlsxChanged(
        (text) => text,
        (workbook) =>
          workbook.replace(/<sheet (.*?)\/>/, (sheet, rest: string) =>
            [
              sheet,
              ...Array.from({ length: count - 1 }, (_, at) => `<sheet ${rest.replace('Лист1', `Лист ${at + 2}`)}/>`),
            ].join(''),
          ),
      )
    expect((await upload(client, await many(200))).sheets).toHaveLength(200)
    for (const count of [201, 200_000]) {
      const reply = await sendTable(client, await many(count))
      expect([reply.status, reply.json.code]).toEqual([400, 'UNREADABLE_TABLE'])
      expect(reply.json.detail).toContain('more than 200 sheets')
    }
  })

  test('XML entities in a spreadsheet are neither fetched nor expanded', async () => {
    const entities = '<!DOCTYPE x [<!ENTITY a "lol"><!ENTITY b "&a;&a;&a;"><!ENTITY f SYSTEM "file:///etc/passwd">]>'
    const { id } = await upload(client, await xlsxWith(entities, '&b;&f;'))
    await mapped(client, id)
    const [row] = await rowsOf(client, id)
    expect(row!.cells[1]).not.toMatch(/lol|root/)
  })

  test.each([
    ['Цена розн., руб', 'price'],
    ['Розн. цена (руб.)', 'price'],
    ['Цена, ₽', 'price'],
    ['Закуп', 'cost'],
    ['Закуп. цена, руб.', 'cost'],
    ['Остаток мин.', 'minStock'],
    ['Мин. остаток, шт', 'minStock'],
    ['Вес, кг', 'weightKg'],
    ['Ед. изм.', 'uom'],
    ['Скидка руб', null],
    ['Цена опт., руб', null],
  ])('a column titled «%s» is proposed to be mapped to the field %s', async (header, target) => {
    const { columns } = await upload(client, `Артикул;${header}\nA-1;5\nA-2;6\n`)
    expect(columns[1].proposed).toBe(target)
  })

  test.each([
    ['an empty result, as openpyxl writes it', '<c r="C2"><f>B2*1.2</f><v></v></c>', '=B2*1.2'],
    ['an empty tag for the result', '<c r="C2" s="1"><f>B2 &amp; 1</f><v/></c>', '=B2 & 1'],
    ['no tag for the result', '<c r="C2"><f>SUM(B2)</f></c>', '=SUM(B2)'],
    ['tags with a prefix, as the Open XML SDK writes them', '<x:c r="C2"><x:f>B2</x:f></x:c>', '=B2'],
  ])(
    'a spreadsheet formula without a stored result is reported as a problem of its cell: %s',
    async (_name, cell, formula) => {
      const { id } = await upload(client, await xlsxWithCell(cell))
      await mapped(client, id)
      const [row] = await rowsOf(client, id)
      expect(row).toMatchObject({ plan: 'problem', cells: ['1', 'Х', formula] })
      expect(row!.problems[0]).toMatchObject({ code: 'FORMULA_NOT_RECKONED', column: 2 })
      expect(row!.problems[0].message).toContain(formula)
    },
  )

  test.each([
    ['a number, as Excel and LibreOffice write it', '<c r="C2"><f>B2*2</f><v>24.5</v></c>', 24.5],
    ['an empty text', '<c r="C2" t="str"><f>""</f><v></v></c>', undefined],
  ])('a spreadsheet formula is read as its stored result: %s', async (_name, cell, value) => {
    const { id } = await upload(client, await xlsxWithCell(cell))
    await mapped(client, id)
    const [row] = await rowsOf(client, id)
    expect([row!.plan, row!.cells[2] || undefined]).toEqual(['create', value])
  })

  test('the preview of an uploaded table with no rows or too many rows fails with an explanation', async () => {
    const empty = await upload(client, 'Артикул;Название\n')
    expect(await mapped(client, empty.id)).toMatchObject({ status: 'failed', fault: { code: 'EMPTY' } })
    const long = await upload(client, `Артикул;Название\n${'A;B\n'.repeat(50_001)}`)
    const failed = await mapped(client, long.id)
    expect(failed).toMatchObject({ status: 'failed', rowCount: 0, fault: { code: 'TOO_MANY_ROWS' } })
    expect(failed.fault.message).toContain('50,000')
    expect(await rowsOf(client, long.id)).toEqual([])
  })

  test('a table upload is refused if it is larger than 20 MiB, sent as multipart, or of an unknown kind', async () => {
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

const xlsxChanged = (sheet: (xml: string) => string, workbook = (xml: string) => xml) =>
  xlsxMade((name, content) => {
    if (name === 'xl/worksheets/sheet1.xml') return sheet(content)
    return name === 'xl/workbook.xml' ? workbook(content) : content
  })

/** Returns a workbook whose sheet begins with the given prologue and has the given text in a cell. */
const xlsxWith = (prologue: string, text: string) =>
  xlsxMade((name, content) => {
    const isOfSheet = name === 'xl/worksheets/sheet1.xml' || name === 'xl/sharedStrings.xml'
    return isOfSheet ? content.replace('?>', `?>${prologue}`).replace('>Х<', `>${text}<`) : content
  })
