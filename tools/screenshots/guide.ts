/** The pictures of the guide for owners: few, small, in both languages. */
import { mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import type { Language } from './screens.ts'

type Device = 'desk' | 'phone'

/** The screens shown in the guide, each with the device on which it is shown. */
export const GUIDE: readonly { readonly screen: string; readonly device: Device; readonly isEmpty?: boolean }[] = [
  { screen: 'sign-up', device: 'desk' },
  { screen: 'overview', device: 'desk', isEmpty: true },
  { screen: 'overview', device: 'desk' },
  { screen: 'product', device: 'desk' },
  { screen: 'stock-receive', device: 'desk' },
  { screen: 'order-new', device: 'desk' },
  { screen: 'order-picking-status', device: 'desk' },
  { screen: 'order-shipments', device: 'desk' },
  { screen: 'orders-board', device: 'desk' },
  { screen: 'stocktake', device: 'desk' },
  { screen: 'order-pay', device: 'desk' },
  { screen: 'return-of-order', device: 'desk' },
  { screen: 'return', device: 'desk' },
  { screen: 'proposals', device: 'desk' },
  { screen: 'file', device: 'desk' },
  { screen: 'settings-import', device: 'desk' },
  { screen: 'settings-team', device: 'desk' },
  { screen: 'report-gross-profit', device: 'desk' },
  { screen: 'floor', device: 'phone' },
  { screen: 'floor-pick', device: 'phone' },
  { screen: 'floor-receive', device: 'phone' },
  { screen: 'floor-counting', device: 'phone' },
]

/** The size limit for all pictures together, in bytes. */
const MAX_BYTES = 2_000_000
const WIDTHS = { desk: 1080, phone: 360 }
const QUALITY = 72

/**
 * Converts the screenshots of a run to WebP, into a folder for each language. Throws when the pictures are too large.
 */
export async function writeGuide(screenshots: string, folder: string, languages: readonly Language[]): Promise<void> {
  let bytes = 0
  for (const language of languages) {
    const target = join(folder, language)
    await rm(target, { recursive: true, force: true })
    await mkdir(target, { recursive: true })
    for (const { screen, device, isEmpty = false } of GUIDE) {
      const source = join(screenshots, isEmpty ? 'empty' : 'full', `${language}-light-${device}`, `${screen}.png`)
      const picture = await sharp(await readFile(source))
        .resize(WIDTHS[device])
        .webp({ quality: QUALITY })
        .toBuffer()
      const path = join(target, `${screen}${isEmpty ? '-empty' : ''}.webp`)
      await writeFile(path, picture)
      bytes += (await stat(path)).size
    }
  }
  if (bytes > MAX_BYTES) throw new Error(`The pictures of the guide have ${bytes} bytes, more than ${MAX_BYTES}`)
}
