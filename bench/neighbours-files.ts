/** Files that are expensive to recognize: a PDF full of dense text, and a picture that is pure noise. */
import sharp from 'sharp'

const PAGE_WIDTH = 595
const PAGE_HEIGHT = 842
const FONT_SIZE = 7.5
const MARGIN = 24

export interface DensePages {
  readonly pages: number
  readonly lines: number
  readonly columns: number
}

/**
 * Makes a PDF full of text. Each page has different words, so that nothing recognized on one page helps with the next.
 */
export function densePdf({ pages, lines, columns }: DensePages): Buffer {
  const objects: string[] = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '',
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ]
  const kids: string[] = []
  for (let page = 0; page < pages; page += 1) {
    const text = Array.from({ length: lines }, (_, line) => `(${wordsOf(page * lines + line, columns)}) Tj T*`).join(
      '\n',
    )
    const content = `BT /F1 ${FONT_SIZE} Tf 8 TL ${MARGIN} ${PAGE_HEIGHT - MARGIN} Td\n${text}\nET`
    objects.push(`<< /Length ${content.length} >>\nstream\n${content}\nendstream`)
    const resources = '<< /Font << /F1 3 0 R >> >>'
    const box = `[0 0 ${PAGE_WIDTH} ${PAGE_HEIGHT}]`
    objects.push(
      `<< /Type /Page /Parent 2 0 R /MediaBox ${box} /Resources ${resources} /Contents ${objects.length} 0 R >>`,
    )
    kids.push(`${objects.length} 0 R`)
  }
  objects[1] = `<< /Type /Pages /Kids [${kids.join(' ')}] /Count ${pages} >>`
  return printPdf(objects)
}

/** Returns a line of numbers and invented words. It is the same in every run. */
function wordsOf(seed: number, columns: number): string {
  let state = seed * 2_654_435_761 + 1
  const next = (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
  let line = ''
  while (line.length < columns) {
    const letters = Array.from({ length: 2 + next(8) }, () => String.fromCharCode(97 + next(26)))
    line += `${next(3) === 0 ? String(next(100_000)) : letters.join('')} `
  }
  return line.slice(0, columns)
}

function printPdf(objects: readonly string[]): Buffer {
  const offsets: number[] = []
  let text = '%PDF-1.4\n'
  for (const [index, object] of objects.entries()) {
    offsets.push(text.length)
    text += `${index + 1} 0 obj\n${object}\nendobj\n`
  }
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  const size = objects.length + 1
  const head = `xref\n0 ${size}\n0000000000 65535 f \n`
  return Buffer.from(`${text}${head}${table}trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${text.length}\n%%EOF`)
}

/** Makes a JPEG of 12 megapixels of noise. */
export function noisyPicture(): Promise<Buffer> {
  const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const
  return sharp({ create: { width: 4_000, height: 3_000, channels: 3, background: '#808080', noise } })
    .jpeg({ quality: 60 })
    .toBuffer()
}
