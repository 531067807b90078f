/**
 * Checks that QR codes on fiscal receipts and bills give the date, the sum and the payee without any letter being read.
 */
import sharp from 'sharp'
import { renderSVG } from 'uqr'
import { expect, test } from 'vitest'
import { assembled } from '../../server/recognition/assemble.ts'
import { factsOf } from '../../server/recognition/head/code-facts.ts'
import { judged } from '../../server/recognition/judge/judge.ts'
import { codesIn } from '../../server/recognition/picture/dot-codes.ts'
import type { Piece } from '../../server/recognition/picture/pieces.ts'

const FISCAL = 't=20251003T1422&s=574.78&fn=9960440012795687&i=97561&fp=736790686&n=1'
const PAYMENT =
  'ST00012|Name=ООО «Родник»|PersonalAcc=40702810900000012345|BankName=АО «ЛЕСБАНК»|BIC=044525225|CorrespAcc=30101810400000000225|PayeeINN=7707083893|Sum=57478'

async function pageWith(code: string, degrees = 0) {
  const drawn = await sharp(Buffer.from(renderSVG(code, { border: 2 })))
    .resize(260)
    .rotate(degrees, { background: '#fff' })
    .png()
    .toBuffer()
  const { data, info } = await sharp({ create: { width: 900, height: 1200, channels: 3, background: '#fff' } })
    .composite([{ input: drawn, left: 300, top: 700 }])
    .toColourspace('b-w')
    .raw()
    .toBuffer({ resolveWithObject: true })
  const pixels = new Uint8Array(info.width * info.height)
  for (let at = 0; at < pixels.length; at++) pixels[at] = data[at * info.channels]!
  return { width: info.width, height: info.height, pixels }
}

test('a QR code on a page is read in any orientation', async () => {
  expect(await codesIn(await pageWith(FISCAL))).toEqual([FISCAL])
  expect(await codesIn(await pageWith(PAYMENT, 23))).toEqual([PAYMENT])
  const blank = { width: 400, height: 400, pixels: new Uint8Array(160_000).fill(255) }
  expect(await codesIn(blank)).toEqual([])
})

test('the contents of the QR codes on receipts and bills are parsed', () => {
  expect(factsOf([FISCAL])).toEqual({ kind: 'fiscal', minor: 57_478, date: '2025-10-03', number: '97561', inn: null })
  expect(factsOf([PAYMENT])).toEqual({ kind: 'payment', minor: 57_478, date: null, number: null, inn: '7707083893' })
  expect(factsOf(['https://example.org/a?t=1&s=2', '01046001234567892'])).toBeNull()
  expect(factsOf([FISCAL, FISCAL.replace('574.78', '574.79')])).toBeNull()
})

const ROWS = [
  'ООО «Родник»',
  'ИНН 7707083893',
  'КАССОВЫЙ ЧЕК',
  '1. Сыр полутвёрдый',
  '6 шт x 69.13 =414.78',
  '2. Сок яблочный',
  '2 шт x 80.00 =160.00',
]

async function read(rows: readonly string[], codes: readonly string[]) {
  const pieces = rows.map((text, index): Piece => {
    const box = { left: 0, right: 9 * text.length, top: 24 * index, bottom: 24 * index + 18 }
    return { page: 0, text, confidence: 1, ...box }
  })
  return judged(await assembled(pieces, async () => '', codes))
}

test('a receipt whose total is torn off gets its total and date from the QR code', async () => {
  const { lines, total, issuedAt, reference, warnings } = await read(ROWS, [FISCAL])
  expect(lines.map(({ confidence }) => confidence)).toEqual([0.99, 0.99])
  expect({ total, issuedAt, reference }).toEqual({ total: 57_478, issuedAt: '2025-10-03', reference: '97561' })
  expect(warnings.map(({ code }) => code)).toEqual([])
})

test('the total of a document is doubtful if it contradicts the QR code', async () => {
  const { warnings, total } = await read([...ROWS, 'ИТОГ =574.78'], [FISCAL.replace('574.78', '600.00')])
  expect(warnings.map(({ code }) => code)).toContain('TOTAL_DIFFERS')
  expect(total).toBe(60_000)
})
