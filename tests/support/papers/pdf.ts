import sharp from 'sharp'

/** The content of a page, and its size in points. */
interface Sheet {
  readonly width: number
  readonly height: number
  /** A JPEG that fills the page; if omitted, the page is empty. */
  readonly picture?: { readonly bytes: Buffer; readonly width: number; readonly height: number }
}

const POINTS_PER_INCH = 72
const SCANNED_DPI = 150

/** Returns the smallest PDF with the given number of empty pages; sizes are in points. */
export const pdfOf = (pages: number, { width = 595, height = 842 } = {}): Buffer =>
  pdfOfSheets(new Array<Sheet>(pages).fill({ width, height }))

/** Returns a PDF like those that scanners make: one picture on each page. */
export async function pdfOfPictures(pictures: readonly Uint8Array[]): Promise<Buffer> {
  const sheets: Sheet[] = []
  for (const picture of pictures) {
    const jpeg = sharp(picture).toColourspace('srgb').jpeg({ quality: 92 })
    const { data: bytes, info } = await jpeg.toBuffer({ resolveWithObject: true })
    const [width, height] = [info.width, info.height].map((pixels) => (pixels * POINTS_PER_INCH) / SCANNED_DPI)
    sheets.push({ width: width!, height: height!, picture: { bytes, width: info.width, height: info.height } })
  }
  return pdfOfSheets(sheets)
}

/**
 * Returns a PDF of a few kilobytes that needs gigabytes to draw: each form in it draws another form `times` times, nested
 * `levels` levels deep.
 */
export function pdfOfNestedForms({ levels = 8, times = 20 } = {}): Buffer {
  const draws = '/Form Do '.repeat(times)
  const stream = (head: string, content: string) =>
    Buffer.from(`<< ${head} /Length ${content.length} >>\nstream\n${content}\nendstream`)
  const inside = (object: number) => `/Resources << /XObject << /Form ${object} 0 R >> >>`
  const objects = [
    Buffer.from('<< /Type /Catalog /Pages 2 0 R >>'),
    Buffer.from('<< /Type /Pages /Kids [3 0 R] /Count 1 >>'),
    Buffer.from(`<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R ${inside(5)} >>`),
    stream('', draws),
  ]
  const form = '/Type /XObject /Subtype /Form /BBox [0 0 595 842]'
  for (let level = 1; level < levels; level += 1) objects.push(stream(`${form} ${inside(objects.length + 2)}`, draws))
  objects.push(stream(form, '0 0 m 100 100 l S '.repeat(times)))
  return written(objects)
}

function pdfOfSheets(sheets: readonly Sheet[]): Buffer {
  const objects: Buffer[] = []
  const add = (...parts: (string | Buffer)[]) => objects.push(Buffer.concat(parts.map((part) => Buffer.from(part))))
  // Object 1 is the catalog and object 2 the list of pages. They are followed by three objects for each page.
  add('<< /Type /Catalog /Pages 2 0 R >>')
  const kids = sheets.map((_, index) => `${3 * index + 3} 0 R`).join(' ')
  add(`<< /Type /Pages /Kids [${kids}] /Count ${sheets.length} >>`)
  for (const [index, { width, height, picture }] of sheets.entries()) {
    const [drawing, image] = [3 * index + 4, 3 * index + 5]
    const box = `/MediaBox [0 0 ${width} ${height}]`
    const content = picture === undefined ? '' : `q ${width} 0 0 ${height} 0 0 cm /Scan Do Q`
    add(
      `<< /Type /Page /Parent 2 0 R ${box} /Contents ${drawing} 0 R /Resources << /XObject << /Scan ${image} 0 R >> >> >>`,
    )
    add(`<< /Length ${content.length} >>\nstream\n${content}\nendstream`)
    if (picture === undefined) add('null')
    else
      add(
        `<< /Type /XObject /Subtype /Image /Width ${picture.width} /Height ${picture.height} /ColorSpace /DeviceRGB`,
        ` /BitsPerComponent 8 /Filter /DCTDecode /Length ${picture.bytes.length} >>\nstream\n`,
        picture.bytes,
        '\nendstream',
      )
  }
  return written(objects)
}

/** Serializes a PDF's objects, numbered from 1, followed by the table of their offsets. */
function written(objects: readonly Buffer[]): Buffer {
  const parts: Buffer[] = [Buffer.from('%PDF-1.4\n')]
  const offsets: number[] = []
  let length = parts[0]!.length
  const write = (part: Buffer) => {
    parts.push(part)
    length += part.length
  }
  for (const [index, object] of objects.entries()) {
    offsets.push(length)
    write(Buffer.concat([Buffer.from(`${index + 1} 0 obj\n`), object, Buffer.from('\nendobj\n')]))
  }
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  const head = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n`
  const trailer = `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${length}\n%%EOF`
  write(Buffer.from(head + table + trailer))
  return Buffer.concat(parts)
}
