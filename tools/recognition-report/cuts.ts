/**
 * Writes an HTML page with the worst errors. For each error, it shows the part of the page beside the recognized text.
 */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp, { type Sharp } from 'sharp'
import { openFile } from '../../server/recognition/open-file.ts'
import type { Fault } from './compare.ts'
import type { Result } from './reading.ts'

const MAX_CUTS = 120
const MAX_CUTS_OF_FILE = 6
const MAX_WIDTH = 1100

const escaped = (text: string) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;')

/**
 * Returns the weight by which errors are sorted: errors of which the recognizer was sure come first, then errors that
 * cost money, then the rest.
 */
function weightOf({ cause, confidence = 0 }: Fault): number {
  if (cause === 'wrong and unflagged') return 6
  if ((cause === 'quantity' || cause === 'price' || cause === 'row made up') && confidence >= 0.9) return 5
  if (cause === 'row lost' || cause === 'quantity' || cause === 'price') return 4
  if (cause === 'total' || cause === 'number' || cause === 'date') return 3
  return cause === 'unit' || cause === 'name' ? 1 : 2
}

export async function writeCuts(folder: string, results: readonly Result[], to: string): Promise<void> {
  const wrong = results
    .map((result) => ({
      result,
      faults: [...(result.comparison?.faults ?? [])]
        .sort((a, b) => weightOf(b) - weightOf(a))
        .slice(0, MAX_CUTS_OF_FILE),
    }))
    .filter(({ faults }) => faults.length > 0)
    .sort((a, b) => weightOf(b.faults[0]!) - weightOf(a.faults[0]!) || b.faults.length - a.faults.length)
  const sections: string[] = []
  for (let cuts = 0, at = 0; at < wrong.length && cuts < MAX_CUTS; at++) {
    const { result, faults } = wrong[at]!
    sections.push(await sectionOf(folder, result, faults))
    cuts += faults.length
  }
  const style =
    'body{font:14px sans-serif;margin:24px;background:#fafafa;color:#111}img{max-width:100%;border:1px solid #bbb}article{margin:0 0 28px}td,th{padding:2px 10px 2px 0;text-align:left;vertical-align:top}'
  await writeFile(
    to,
    `<!doctype html><meta charset="utf-8"><title>Worst cuts</title><style>${style}</style><h1>Worst cuts</h1>${sections.join('')}`,
  )
}

async function sectionOf(folder: string, result: Result, faults: readonly Fault[]): Promise<string> {
  const file = await openFile(await readFile(join(folder, result.file)))
  try {
    const rows: string[] = []
    const hasWhole = faults.some(({ place }) => place === undefined)
    if (hasWhole)
      rows.push(`<tr><td colspan="4"><img src="${await pictureOf(await pageOf(file, result, 0), 700)}"></td></tr>`)
    for (const { cause, truth, read, confidence, place } of faults) {
      const cut =
        place === undefined
          ? ''
          : `<br><img src="${await pictureOf(await cutOf(await pageOf(file, result, place.page - 1), place), MAX_WIDTH)}">`
      rows.push(
        `<tr><th>${cause}</th><td>${escaped(truth)}</td><td>${escaped(read)}${cut}</td><td>${confidence ?? ''}</td></tr>`,
      )
    }
    return `<article><h2>${escaped(result.file)}: ${escaped(result.layout)}, ${escaped(result.damage)}</h2><table><tr><th></th><th>on the paper</th><th>read</th><th>confidence</th></tr>${rows.join('')}</table></article>`
  } finally {
    file.close()
  }
}

async function pageOf(
  file: Awaited<ReturnType<typeof openFile>>,
  { rotations }: Result,
  index: number,
): Promise<Sharp> {
  const { width, height, colours } = await file.page(index)
  const page = sharp(colours, { raw: { width, height, channels: 3 } })
  const rotation = rotations[index] ?? 0
  const turned = rotation === 0 ? page : page.rotate(rotation, { background: '#fff' })
  return sharp(await turned.png().toBuffer())
}

async function cutOf(page: Sharp, place: { x: number; y: number; width: number; height: number }): Promise<Sharp> {
  const { width, height } = await page.metadata()
  const pad = 0.006
  const left = Math.max(0, Math.floor((place.x - pad) * width))
  const top = Math.max(0, Math.floor((place.y - pad) * height))
  const right = Math.min(width, Math.ceil((place.x + place.width + pad) * width))
  const bottom = Math.min(height, Math.ceil((place.y + place.height + pad) * height))
  return sharp(
    await page
      .extract({ left, top, width: Math.max(1, right - left), height: Math.max(1, bottom - top) })
      .png()
      .toBuffer(),
  )
}

async function pictureOf(picture: Sharp, width: number): Promise<string> {
  const jpeg = await picture.resize({ width, withoutEnlargement: true }).jpeg({ quality: 70 }).toBuffer()
  return `data:image/jpeg;base64,${jpeg.toString('base64')}`
}
