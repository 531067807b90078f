/** Makes pictures for tests, in every accepted format. */
import { crc32, deflateSync } from 'node:zlib'
import sharp, { type Sharp } from 'sharp'

/** Returns a picture of several colours, so that a broken part of it would be visible. */
export function picture(width = 64, height = 48): Sharp {
  const pixels = Buffer.alloc(width * height * 3, 0)
  for (let index = 0; index < pixels.length; index += 1) pixels[index] = (index * 7 + (index >> 5) * 13) % 256
  return sharp(pixels, { raw: { width, height, channels: 3 } })
}

export const FORMATS = {
  'image/jpeg': () => picture().jpeg().toBuffer(),
  'image/png': () => picture().png().toBuffer(),
  'image/webp': () => picture().webp().toBuffer(),
  'image/gif': () => picture().gif().toBuffer(),
} as const

/** Returns an animation of three frames, 40 × 30 pixels each. */
export async function animation(format: 'gif' | 'webp'): Promise<Buffer> {
  const frames = await Promise.all(
    [1, 2, 3].map((shade) =>
      solid(40, 30, shade * 60)
        .png()
        .toBuffer(),
    ),
  )
  return sharp(frames, { join: { animated: true } })
    [format]()
    .toBuffer()
}

function solid(width: number, height: number, shade: number): Sharp {
  return sharp({ create: { width, height, channels: 3, background: { r: shade, g: 0, b: 0 } } })
}

/** Returns a JPEG that is stored sideways: 64 × 48 pixels in the file, shown as 48 × 64. */
export const lying = (): Promise<Buffer> => picture().withMetadata({ orientation: 6 }).jpeg().toBuffer()

/**
 * Cuts the picture of a page at the given heights, in pixels from its top. Each part gets top and bottom margins like a
 * whole page.
 */
export async function sheetsOf(page: Uint8Array, cuts: readonly number[]): Promise<Buffer[]> {
  const { width, height } = await sharp(page).metadata()
  const edges = [0, ...cuts, height]
  return Promise.all(
    cuts.concat(height).map((bottom, index) => {
      const sheet = sharp(page).extract({ left: 0, top: edges[index]!, width, height: bottom - edges[index]! })
      return sheet.extend({ top: 60, bottom: 60, background: '#fff' }).png().toBuffer()
    }),
  )
}

/** Returns a black PNG with one bit per pixel: few bytes for many pixels. */
export function blackPng(width: number, height: number): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header[8] = 1
  const rows = deflateSync(Buffer.alloc((Math.ceil(width / 8) + 1) * height))
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', rows), chunk('IEND', Buffer.alloc(0))])
}

function chunk(type: string, content: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), content])
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(content.length)
  check.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, check])
}
