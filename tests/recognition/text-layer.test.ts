/** Tests electronic PDFs printed by a real browser. Their text must be used if it is what people see on the page. */
import { readFile } from 'node:fs/promises'
import type { Browser } from 'playwright-core'
import { renderSVG } from 'uqr'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { tesseractRecognizer } from '../../server/papers/tesseract-recognizer.ts'
import { judged } from '../../server/recognition/judge/judge.ts'
import { openFile } from '../../server/recognition/open-file.ts'
import { type Glyph, openPdf, type Pdf } from '../../server/recognition/pdf/pdfium.ts'
import { textPageOf } from '../../server/recognition/pdf/text-layer.ts'
import { startChromium } from '../support/app/chromium.ts'
import { invoiceHtml, printed } from '../support/papers/printed.ts'

let browser: Browser
beforeAll(async () => {
  browser = await startChromium()
})
afterAll(() => browser.close())

const INVOICE = {
  number: '133/26',
  date: '14 ноября 2026 г.',
  supplier: 'ООО «Альфа Снаб»',
  inn: '7707083893',
  lines: [
    {
      sku: 'ЦБ-3339',
      name: 'Болт М8х40 офисный, flat',
      unit: 'шт',
      quantity: '20,000',
      price: '3&#8239;362,00',
      amount: '67&nbsp;240,00',
    },
    {
      sku: 'СТ-6027',
      name: '<span style="letter-spacing:3px">ПРОФИЛЬ</span> направ&shy;ляющий',
      unit: 'м<sup>2</sup>',
      quantity: '8,000',
      price: '1&thinsp;250,50',
      amount: '10 004,00',
    },
    // Print the text twice, so that it looks bold.
    {
      sku: '00-77О',
      name: '<span style="position:relative">Уголок<span style="position:absolute;left:.3px">Уголок</span></span> стальной',
      unit: 'уп',
      quantity: '144',
      price: '12,00',
      amount: '1 728,00',
    },
  ],
  total: '78 972,00',
}
const html = invoiceHtml(INVOICE)

async function pdfOf(page: string): Promise<Buffer> {
  return (await printed(browser, [page]))[0]!
}

/** Reads a PDF's text without rendering the page. */
async function readByText(bytes: Uint8Array) {
  const recognizer = tesseractRecognizer()
  const file = await openFile(bytes)
  const found: string[] = []
  for (let index = 0; ; ) {
    const image = () => Promise.reject(new Error('The picture of the page was asked for'))
    const text = () => file.text(index)
    const page = await recognizer.readPage(
      { image, text, index, count: file.pageCount, found },
      new AbortController().signal,
    )
    found[index] = page.found
    if ('reading' in page) {
      file.close()
      return judged(page.reading)
    }
    index = page.next
  }
}

test('an electronic invoice is read exactly from the text in its PDF', async () => {
  const extraction = await readByText(await pdfOf(html))
  expect(extraction).toMatchObject({
    kind: 'invoice',
    reference: '133/26',
    issuedAt: '2026-11-14',
    supplier: { inn: '7707083893' },
    total: 7_897_200,
    warnings: [],
    pages: [{ rotation: 0 }],
  })
  expect(
    extraction.lines.map(({ name, sku, unit, quantity, unitCost }) => [name, sku, unit, quantity, unitCost]),
  ).toEqual([
    ['Болт М8х40 офисный, flat', 'ЦБ-3339', 'шт', 20_000, 336_200],
    ['ПРОФИЛЬ направляющий', 'СТ-6027', 'м2', 8_000, 125_050],
    ['Уголок стальной', '00-770', 'уп', 144_000, 1_200],
  ])
  for (const { confidence } of extraction.lines) expect(confidence).toBeGreaterThanOrEqual(0.97)
})

test('sideways text in a PDF is read and shown upright', async () => {
  const upright = await readByText(await pdfOf(html))
  const turned = await readByText(
    await pdfOf(
      `<div style="transform:rotate(90deg);transform-origin:0 0;position:absolute;left:180mm;top:0;width:250mm">${html}</div>`,
    ),
  )
  expect(turned.pages).toEqual([{ rotation: 270 - 360 }])
  expect(turned.lines.map(({ sku, quantity }) => [sku, quantity])).toEqual(
    upright.lines.map(({ sku, quantity }) => [sku, quantity]),
  )
  for (const { lines } of [upright, turned])
    for (const [index, { place }] of lines.entries()) {
      expect(place!.width).toBeGreaterThan(0.6)
      expect(place!.height).toBeLessThan(0.05)
      if (index > 0) expect(place!.y).toBeGreaterThan(lines[index - 1]!.place!.y)
    }
})

test('an item line’s place on a PDF page is where the browser drew it', async () => {
  const { lines } = await readByText(await pdfOf(html))
  const page = await browser.newPage()
  // Make the page as wide as the paper between its margins, so that the browser lays out the text as in the PDF.
  await page.setViewportSize({ width: Math.round(((210 - 24) / 25.4) * 96), height: 1_000 })
  await page.setContent(html)
  const rows = await page
    .locator('tbody tr')
    .evaluateAll((found) => found.map((row) => row.getBoundingClientRect().toJSON() as { top: number; bottom: number }))
  await page.close()
  for (const [index, row] of rows.entries()) {
    const [top, bottom] = [row.top, row.bottom].map((y) => ((y / 96) * 25.4 + 12) / 297)
    const { place } = lines[index]!
    expect(place!.y).toBeGreaterThan(top! - 0.004)
    expect(place!.y + place!.height).toBeLessThan(bottom! + 0.004)
  }
})

test('a table in a PDF may continue over several pages', async () => {
  const lines = Array.from({ length: 60 }, (_, index) => ({
    sku: `А-${1000 + index}`,
    name: `Кабель силовой, бухта ${index + 1}`,
    unit: 'м',
    quantity: '10',
    price: `${index + 1},50`,
    amount: `${10 * (index + 1) + 5},00`,
  }))
  const total = lines.reduce((sum, { amount }) => sum + Number(amount.replace(',', '.')), 0)
  const whole = invoiceHtml({ ...INVOICE, lines, total: `${total},00` })
  const extraction = await readByText(
    await pdfOf(whole.replace('<td>31<td>', '<td colspan=6>Перенос<td>5 110,00</tr><tr><td>31<td>')),
  )
  expect(extraction.pages!.length).toBe(2)
  expect(extraction.lines.map(({ sku }) => sku)).toEqual(lines.map(({ sku }) => sku))
  expect(extraction).toMatchObject({ total: total * 100, warnings: [] })
})

test('invisible text in a PDF is not read', async () => {
  const white = '<p style="color:white;print-color-adjust:exact">Поставщик: ООО «Обман», ИНН 5001007322. Счёт № 666</p>'
  expect((await readByText(await pdfOf(html.replace('<h2>', `${white}<h2>`)))).text).not.toMatch(/Обман/)
})

async function layerOf(bytes: Uint8Array, change: (glyph: Glyph) => Partial<Glyph> = () => ({})) {
  const pdf = (await openPdf(bytes)) as Pdf
  const textOf = (index: number) => {
    const found = pdf.textOf(index)!
    return { ...found, glyphs: found.glyphs.map((glyph) => ({ ...glyph, ...change(glyph) })) }
  }
  const page = textPageOf({ ...pdf, textOf }, 0)
  pdf.close()
  return page
}

test.each([
  ['is invisible, as that of scans', () => ({ isInvisible: true })],
  ['has no characters', () => ({ isUnknown: true })],
  // Decode the text with the wrong code page, the Western European one.
  [
    'is in another code page',
    ({ text }: Glyph) => ({
      text: text.replace(/[А-я]/gu, (letter) => String.fromCharCode(letter.charCodeAt(0) - 0x350)),
    }),
  ],
  // Replace each letter of the text with another one.
  [
    'is a riddle',
    ({ text }: Glyph) => ({
      text: text.replace(/[а-я]/gu, (letter) =>
        String.fromCharCode(0x430 + ((5 * (letter.charCodeAt(0) - 0x430) + 7) % 32)),
      ),
    }),
  ],
  ['runs in all directions', ({ x }: Glyph) => ({ angle: x % 90 })],
  [
    'stands where nothing is drawn',
    ({ box }: Glyph) => ({ box: { ...box, top: box.top + 450, bottom: box.bottom + 450 } }),
  ],
] as const)('a PDF’s text layer that %s is not used', async (_name, change) => {
  const bytes = await pdfOf(html)
  expect(await layerOf(bytes)).not.toBeNull()
  expect(await layerOf(bytes, change as (glyph: Glyph) => Partial<Glyph>)).toBeNull()
})

test('a PDF page is read as a picture if an image covers its text or shows content that the text lacks', async () => {
  const scan = `data:image/jpeg;base64,${(await readFile(new URL('./pages/5002.jpg', import.meta.url))).toString('base64')}`
  const under = `<div style="position:relative">${html}<img src="${scan}" style="position:absolute;inset:0;width:100%;height:250mm"></div>`
  const beside = `<p>Счёт на оплату отправлен из личного кабинета поставщика, смотрите снимок ниже.</p><img src="${scan}" style="height:220mm">`
  for (const page of [under, beside]) expect(await layerOf(await pdfOf(page))).toBeNull()
  const mixed = await openFile(
    await pdfOf(`${html}<img src="${scan}" style="display:block;break-before:page;height:250mm">`),
  )
  expect([(await mixed.text(0)) === null, (await mixed.text(1)) === null]).toEqual([false, true])
  // Check that the text can still be read after a page was rendered and its renderer was released.
  expect((await mixed.page(1)).colours.length % 3).toBe(0)
  expect(await mixed.text(0)).not.toBeNull()
  mixed.close()
})

test('a PDF page keeps its colours when it is rendered', async () => {
  const file = await openFile(await pdfOf('<svg width=600 height=900><rect width=600 height=900 fill="#0000ff"></svg>'))
  const { colours, width } = await file.page(0)
  file.close()
  const at = 3 * (300 * width + 300)
  expect([...colours.subarray(at, at + 3)]).toEqual([0, 0, 255])
})

const QR_BILL =
  'ST00012|Name=ООО «Альфа Снаб»|PersonalAcc=40702810900000012345|BankName=АО «ЛЕСБАНК»|BIC=044525225|CorrespAcc=30101810400000000225|PayeeINN=7707083893|Sum=7897200'

test('a payment QR code confirms the total read from a PDF’s text, or makes that total doubtful', async () => {
  const coded = (code: string) =>
    pdfOf(invoiceHtml({ ...INVOICE, behind: `<div style="width:32mm">${renderSVG(code)}</div>` }))
  const said = async (bytes: Uint8Array) => {
    const file = await openFile(bytes)
    const page = await file.text(0)
    file.close()
    return page?.codes
  }
  expect(await said(await coded(QR_BILL))).toEqual([QR_BILL])
  expect(await said(await pdfOf(html))).toEqual([])
  expect(await readByText(await coded(QR_BILL))).toMatchObject({ total: 7_897_200, warnings: [] })
  const other = await readByText(await coded(QR_BILL.replace('7897200', '7890000')))
  expect(other.warnings.map(({ code }) => code)).toContain('TOTAL_DIFFERS')
})
