/** Tests how much memory reading a large picture needs. */
import { readFileSync } from 'node:fs'
import sharp from 'sharp'
import { afterAll, expect, test } from 'vitest'
import { TooMuchMemory } from '../../server/integrations/process-watch.ts'
import { openPageReaders } from '../../server/papers/page-readers.ts'
import { openFile } from '../../server/recognition/open-file.ts'
import { pdfOfNestedForms, pdfOfPictures } from '../support/papers/pdf.ts'

const readers = openPageReaders()
afterAll(() => readers.close())

/** The maximum memory of a reader process, in megabytes. */
const MOST = 400

const white = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#ffffff' }, limitInputPixels: false })

const report = (bytes: Uint8Array) => {
  const turn = { name: String(bytes.length), turns: 0, page: 0, recognizer: null, limitMs: 120_000 }
  return readers.read({ ...turn, load: async () => ({ bytes, found: [] }) }, new AbortController().signal)
}

const read = async (bytes: Uint8Array) => expect(await report(bytes)).toHaveProperty('extraction')

/** Returns the peak memory of the reader process since its start; null if the operating system does not report it. */
function peakOf(): number | null {
  if (process.platform !== 'linux') return null
  const [child] = readFileSync(`/proc/${process.pid}/task/${process.pid}/children`, 'utf8')
    .trim()
    .split(' ')
    .filter((id) => readFileSync(`/proc/${id}/cmdline`, 'utf8').includes('recognition-process'))
  return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${child}/status`, 'utf8'))![1]) / 1024
}

test('the largest allowed picture is read within 400 MB of memory', async () => {
  await read(readFileSync(new URL('./pages/5002.jpg', import.meta.url)))
  await read(await white(5_900, 8_500).jpeg({ quality: 60, progressive: true }).toBuffer())
  expect(peakOf() ?? 0).toBeLessThan(MOST)
}, 240_000)

test('memory is freed before a large picture is decoded', async () => {
  const roomFor = async (bytes: Uint8Array) => {
    let made = 0
    const file = await openFile(bytes)
    await file.page(0, async () => {
      made += 1
    })
    file.close()
    return made
  }
  expect(await roomFor(await white(5_000, 5_000).jpeg().toBuffer())).toBe(1)
  expect(await roomFor(await white(3_000, 4_000).jpeg().toBuffer())).toBe(0)
  const [small] = [await white(600, 800).jpeg().toBuffer()]
  expect(await roomFor(await pdfOfPictures([small]))).toBe(0)
  expect(await roomFor(Buffer.concat([await pdfOfPictures([small]), Buffer.alloc(1_000_000, ' ')]))).toBe(1)
})

test('an A4 scan at 600 dpi is read, but a page that needs gigabytes to render is refused as too large', async () => {
  const noise = { type: 'gaussian', mean: 200, sigma: 30 } as const
  const scan = sharp({ create: { width: 4_960, height: 7_016, channels: 3, background: '#fff', noise } })
  await read(await pdfOfPictures([await scan.jpeg({ quality: 70 }).toBuffer()]))
  await expect(report(pdfOfNestedForms())).rejects.toBeInstanceOf(TooMuchMemory)
}, 240_000)
