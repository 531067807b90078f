/**
 * The program of a process that renders one page of a file, using the same libraries as recognition, and then exits.
 */
import { buffer } from 'node:stream/consumers'
import sharp from 'sharp'
import { Refusal } from '../domain/refusals.ts'
import { endWithoutMemory, yieldToRequests } from '../integrations/reader-process.ts'
import { openFile } from '../recognition/open-file.ts'
import type { DrawAnswer, DrawOrder } from './page-pictures.ts'

const QUALITY = 82
const WHITE = '#ffffff'
/**
 * The maximum height of a picture in pixels; taller pictures are reduced to it. Even long till receipts are not taller.
 */
const MAX_HEIGHT = 8_000

yieldToRequests()
endWithoutMemory()
sharp.concurrency(1)

async function draw({ page, rotation, width }: DrawOrder): Promise<DrawAnswer> {
  const file = await openFile(await buffer(process.stdin))
  try {
    if (page >= file.pageCount) return { fault: null }
    const decoded = await file.page(page)
    // Use two pipelines, because in a single pipeline, sharp would rotate (unless by quarter turns) before its other
    // operations.
    const turned = await sharp(decoded.colours, {
      raw: { width: decoded.width, height: decoded.height, channels: 3 },
    })
      .rotate(rotation, { background: WHITE })
      .raw()
      .toBuffer({ resolveWithObject: true })
    const { data } = await sharp(turned.data, { raw: turned.info })
      .resize({ width, height: MAX_HEIGHT, fit: 'inside', withoutEnlargement: true })
      .webp({ quality: QUALITY })
      .toBuffer({ resolveWithObject: true })
    return { picture: new Uint8Array(data) }
  } finally {
    file.close()
  }
}

async function answerTo(order: DrawOrder): Promise<DrawAnswer> {
  try {
    return await draw(order)
  } catch (error) {
    if (error instanceof Refusal) return { fault: error.message }
    throw error
  }
}

process.on('disconnect', () => process.exit(0))
process.once('message', (order: DrawOrder) => {
  void answerTo(order).then((answer) => process.send?.(answer, () => process.disconnect()))
})
