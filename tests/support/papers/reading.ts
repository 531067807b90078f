/** Helpers for tests that watch how uploaded files are recognized. */
import sharp from 'sharp'
import { type Asked, READ } from '../fakes/held-vision.ts'
import type { Client, Json } from '../node/client.ts'
import { patience } from '../node/patience.ts'
import { pdfOfPictures } from './pdf.ts'

export const IMPORTS = '/api/v1/procurement/imports'

/** Returns a picture of a single colour, given by `shade`. */
export const plainPage = (shade: number) =>
  sharp({
    create: { width: 60, height: 40, channels: 3, background: { r: shade % 256, g: 255, b: 255 - (shade >> 8) } },
  })
    .png()
    .toBuffer()

/** Returns a PDF with the given number of single-coloured pages. */
export const plainPdf = async (pages: number) =>
  pdfOfPictures(await Promise.all(Array.from({ length: pages }, (_, index) => plainPage(10 * index))))

/** Uploads a file: a PDF, or else a PNG. @returns its id. */
export async function uploadFile(client: Client, raw: Buffer): Promise<string> {
  const contentType = raw.subarray(0, 4).toString('latin1') === '%PDF' ? 'application/pdf' : 'image/png'
  const reply = await client.send('POST', IMPORTS, undefined, { raw, headers: { 'content-type': contentType } })
  if (reply.status !== 200) throw new Error(`The upload was answered ${reply.status}: ${reply.text}`)
  return reply.json.result.id
}

export const fileOf = async (client: Client, id: string): Promise<Json> => (await client.get(`${IMPORTS}/${id}`)).json

/** Waits until a file has the status. */
export async function untilStatus(client: Client, id: string, status: string): Promise<Json> {
  for (const pause = patience(); ; await pause()) {
    const file = await fileOf(client, id)
    if (file.status === status) return file
  }
}

/** Returns which page a request to the vision model is about: `2 of 6`, or `1 of 1` for a one-page document. */
export const pageAskedFor = ({ question }: Asked): string =>
  /The picture is page (\d+ of \d+)/.exec(question)?.[1] ?? '1 of 1'

/**
 * Returns a vision model's response for one page of a document: one line with the page number in its name, the header
 * fields on the first page, and the total on the last.
 */
export function readingOfPage(asked: Asked): object {
  const [page, count] = pageAskedFor(asked).split(' of ').map(Number)
  const [line] = READ.lines
  const isLast = page === count
  const sum = `${954 * count!},00`
  return {
    ...READ,
    ...(page === 1 ? {} : { number: null, date: null, supplierName: null, supplierInn: null }),
    lines: [{ ...line, name: `Чайник ${page}` }],
    total: isLast ? sum : null,
    totalWithVat: isLast ? sum : null,
    text: `Страница ${page}`,
  }
}
