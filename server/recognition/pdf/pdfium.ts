/** Wraps PDFium, compiled to WebAssembly. Contains the functions needed to render a page and read its text. */
import { PDFiumModule } from '@hyzyla/pdfium'
import type { Box } from '../picture/raster.ts'

/**
 * A character of a page's text. Coordinates refer to the page as displayed, in points from the page's upper left
 * corner.
 */
export interface Glyph {
  readonly text: string
  /** The smallest box around the character's visible strokes. */
  readonly box: Box
  /** The character's cell, which is as high as the font and extends to the start of the next character. */
  readonly cell: Box
  /** The x coordinate at which the character starts on its baseline. */
  readonly x: number
  readonly baseline: number
  /** The direction of the character's line, in degrees clockwise. */
  readonly angle: number
  /** The number of the PDF drawing command that drew the character. */
  readonly run: number
  /** Whether this is not a drawn character but a gap that PDFium inferred between words. */
  readonly isGap: boolean
  /** Whether the text is invisible and present only for searching and copying. */
  readonly isInvisible: boolean
  /** Whether the font does not state which character this is. */
  readonly isUnknown: boolean
}

interface PdfText {
  readonly glyphs: readonly Glyph[]
  /** The boxes of the pictures on the page. */
  readonly pictures: readonly Box[]
}

export interface Bitmap {
  readonly width: number
  readonly height: number
  /** The picture's pixels: one byte per pixel for grey, or three (red, green, blue) for colour. */
  readonly pixels: Uint8Array
}

export interface Pdf {
  readonly pageCount: number
  /** Returns a page's size in points. */
  sizeOf(index: number): { readonly width: number; readonly height: number }
  /** Renders a page as a bitmap. `scale` is in pixels per point. */
  draw(index: number, scale: number, colours: 'grey' | 'rgb'): Bitmap
  /** Reads a page's text. Returns null if there is more text than any real document has. */
  textOf(index: number): PdfText | null
  close(): void
}

/** PDFium functions that the library's types do not declare. Pointers and handles are numbers. */
interface MoreFunctions {
  _FPDF_PageToDevice(
    page: number,
    ...where: [number, number, number, number, number, number, number, number, number]
  ): number
  _FPDFText_GetUnicode(text: number, index: number): number
  _FPDFText_IsGenerated(text: number, index: number): number
  _FPDFText_HasUnicodeMapError(text: number, index: number): number
  _FPDFText_GetTextObject(text: number, index: number): number
  _FPDFText_GetCharBox(text: number, index: number, ...sides: [number, number, number, number]): number
  _FPDFText_GetLooseCharBox(text: number, index: number, box: number): number
  _FPDFText_GetCharOrigin(text: number, index: number, x: number, y: number): number
  _FPDFText_GetMatrix(text: number, index: number, matrix: number): number
  _FPDFTextObj_GetTextRenderMode(object: number): number
  _FPDFPageObj_GetBounds(object: number, ...sides: [number, number, number, number]): number
  _FPDFPageObj_GetMatrix(object: number, matrix: number): number
  _FPDFFormObj_CountObjects(form: number): number
  _FPDFFormObj_GetObject(form: number, index: number): number
}

type Library = Awaited<ReturnType<typeof PDFiumModule>> & MoreFunctions

/** Constants defined by PDFium. */
const PASSWORD_MISSING = 4
const GREY = { format: 1, bytes: 1, flags: 0x01 | 0x08 }
const RGB = { format: 2, bytes: 3, flags: 0x01 | 0x10 }
const IMAGE = 3
const FORM = 5
const INVISIBLE = 3
const CLIPPING_ONLY = 7

/**
 * The maximum numbers of characters and other objects that are read from a page. For comparison, a dense page has 6,000
 * characters and a few thousand ruled lines.
 */
const MAX_GLYPHS = 20_000
const MAX_OBJECTS = 40_000
const MAX_DEPTH = 4

/** The size in bytes of the buffer for values that PDFium returns through pointers. */
const SCRATCH_BYTES = 64

/** The first PDFium instance, whose memory the process never frees. It therefore stays empty and unused. */
let unused: Promise<unknown> | null = null
/** Opens a PDF, or returns why it cannot be opened. */
export async function openPdf(bytes: Uint8Array): Promise<Pdf | 'locked' | 'damaged'> {
  unused ??= PDFiumModule({})
  await unused
  const library = (await PDFiumModule({})) as Library
  library._FPDF_InitLibraryWithConfig(LIBRARY_SETTINGS)
  const memory = library.wasmExports.malloc(bytes.length)
  if (memory === 0) return 'damaged'
  library.HEAPU8.set(bytes, memory)
  const file = library._FPDF_LoadMemDocument(memory, bytes.length, 0)
  if (file === 0) {
    const isLocked = library._FPDF_GetLastError() === PASSWORD_MISSING
    library._FPDF_DestroyLibrary()
    return isLocked ? 'locked' : 'damaged'
  }
  // Only one page is kept open at a time.
  let open: { index: number; page: number } | null = null
  const closePage = () => {
    if (open !== null) library._FPDF_ClosePage(open.page)
    open = null
  }
  const pageOf = (index: number): number => {
    if (open?.index !== index) {
      closePage()
      open = { index, page: library._FPDF_LoadPage(file, index) }
    }
    return open.page
  }
  return {
    pageCount: library._FPDF_GetPageCount(file),
    sizeOf: (index) => sizeOf(library, pageOf(index)),
    draw: (index, scale, colours) => draw(library, pageOf(index), scale, colours === 'grey' ? GREY : RGB),
    textOf: (index) => textOf(library, pageOf(index)),
    close: () => {
      closePage()
      library._FPDF_CloseDocument(file)
      library._FPDF_DestroyLibrary()
    },
  }
}

const LIBRARY_SETTINGS = {
  version: 2,
  m_pIsolate: null,
  m_pUserFontPaths: null,
  m_v8EmbedderSlot: 0,
  m_pPlatform: null,
}

const sizeOf = (library: Library, page: number) => ({
  width: page === 0 ? 0 : library._FPDF_GetPageWidth(page),
  height: page === 0 ? 0 : library._FPDF_GetPageHeight(page),
})

function draw(library: Library, page: number, scale: number, { format, bytes, flags }: typeof RGB): Bitmap {
  const size = sizeOf(library, page)
  const [width, height] = [Math.floor(size.width * scale), Math.floor(size.height * scale)]
  const length = width * height * bytes
  const memory = library.wasmExports.malloc(length)
  if (memory === 0) throw new Error(`PDFium has no memory for a page of ${width} × ${height} pixels.`)
  try {
    const bitmap = library._FPDFBitmap_CreateEx(width, height, format, memory, width * bytes)
    library._FPDFBitmap_FillRect(bitmap, 0, 0, width, height, 0xffffffff)
    library._FPDF_RenderPageBitmap(bitmap, page, 0, 0, width, height, 0, flags)
    library._FPDFBitmap_Destroy(bitmap)
    return { width, height, pixels: library.HEAPU8.slice(memory, memory + length) }
  } finally {
    library.wasmExports.free(memory)
  }
}

function textOf(library: Library, page: number): PdfText | null {
  const text = page === 0 ? 0 : library._FPDFText_LoadPage(page)
  if (text === 0) return null
  const scratch = library.wasmExports.malloc(SCRATCH_BYTES)
  try {
    const count = library._FPDFText_CountChars(text)
    if (count > MAX_GLYPHS) return null
    const look = lookingAt(library, page, scratch)
    const glyphs: Glyph[] = []
    for (let index = 0; index < count; index++) {
      const glyph = glyphOf(look, text, index)
      if (glyph !== null) glyphs.push(glyph)
    }
    const pictures = picturesOf(look, page)
    return pictures === null ? null : { glyphs, pictures }
  } finally {
    library.wasmExports.free(scratch)
    library._FPDFText_ClosePage(text)
  }
}

type Point = readonly [x: number, y: number]

interface Looking {
  readonly library: Library
  readonly scratch: number
  doubles(count: number): Float64Array
  floats(count: number): Float32Array
  /** Converts the page's internal coordinates to those of the page as displayed. */
  shown(x: number, y: number): Point
}

/**
 * The scale, in pixels per point, at which coordinates are converted. It is high because PDFium rounds to whole pixels.
 */
const FINE = 32
/** The distance between the points that are converted to find the page's rotation and offset. */
const SPAN = 1_000

function lookingAt(library: Library, page: number, scratch: number): Looking {
  // Make a new view of PDFium's memory for each call, because an old view is invalid once the memory has grown.
  const doubles = (count: number) => new Float64Array(library.HEAPU8.buffer, scratch, count)
  const floats = (count: number) => new Float32Array(library.HEAPU8.buffer, scratch, count)
  const { width, height } = sizeOf(library, page)
  const shownFine = (x: number, y: number): Point => {
    const size = [Math.round(width * FINE), Math.round(height * FINE)] as const
    library._FPDF_PageToDevice(page, 0, 0, ...size, 0, x, y, scratch, scratch + 4)
    const [right = 0, down = 0] = new Int32Array(library.HEAPU8.buffer, scratch, 2)
    return [right / FINE, down / FINE]
  }
  const [zeroX, zeroY] = shownFine(0, 0)
  const [rightX, rightY] = shownFine(SPAN, 0)
  const [upX, upY] = shownFine(0, SPAN)
  const shown = (x: number, y: number): Point => [
    zeroX + (x * (rightX - zeroX) + y * (upX - zeroX)) / SPAN,
    zeroY + (x * (rightY - zeroY) + y * (upY - zeroY)) / SPAN,
  ]
  return { library, scratch, doubles, floats, shown }
}

function boxAround(points: readonly Point[]): Box {
  const xs = points.map(([x]) => x)
  const ys = points.map(([, y]) => y)
  return { left: Math.min(...xs), right: Math.max(...xs), top: Math.min(...ys), bottom: Math.max(...ys) }
}

const shownBox = ({ shown }: Looking, [left, bottom, right, top]: readonly [number, number, number, number]): Box =>
  boxAround([shown(left, bottom), shown(right, top)])

function glyphOf(look: Looking, text: number, index: number): Glyph | null {
  const { library, scratch, doubles, floats, shown } = look
  const code = library._FPDFText_GetUnicode(text, index)
  const [first, second, third, fourth] = [scratch, scratch + 8, scratch + 16, scratch + 24] as const
  if (library._FPDFText_GetCharBox(text, index, first, second, third, fourth) === 0) return null
  const [left = 0, right = 0, bottom = 0, top = 0] = doubles(4)
  const box = shownBox(look, [left, bottom, right, top])
  library._FPDFText_GetLooseCharBox(text, index, scratch)
  const [cellLeft = 0, cellTop = 0, cellRight = 0, cellBottom = 0] = floats(4)
  const cell = shownBox(look, [cellLeft, cellBottom, cellRight, cellTop])
  library._FPDFText_GetCharOrigin(text, index, first, second)
  const [x = 0, y = 0] = doubles(2)
  library._FPDFText_GetMatrix(text, index, scratch)
  const [a = 1, b = 0] = floats(2)
  const [fromX, fromY] = shown(x, y)
  const [toX, toY] = shown(x + a, y + b)
  const run = library._FPDFText_GetTextObject(text, index)
  const mode = run === 0 ? 0 : library._FPDFTextObj_GetTextRenderMode(run)
  return {
    text: characterOf(code),
    box,
    cell,
    x: fromX,
    baseline: fromY,
    angle: (Math.atan2(toY - fromY, toX - fromX) * 180) / Math.PI,
    run,
    isGap: library._FPDFText_IsGenerated(text, index) === 1,
    isInvisible: mode === INVISIBLE || mode === CLIPPING_ONLY,
    isUnknown: library._FPDFText_HasUnicodeMapError(text, index) === 1,
  }
}

/** The code that PDFium returns for a hyphen at the end of a line. */
const LINE_END_HYPHEN = 2
const NO_CHARACTER = '\ufffd'

function characterOf(code: number): string {
  if (code === LINE_END_HYPHEN) return '-'
  const isCharacter = code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff)
  return isCharacter ? String.fromCodePoint(code) : NO_CHARACTER
}

/** Returns the boxes of the pictures on a page, or null when the page has too many objects. */
function picturesOf(look: Looking, page: number): Box[] | null {
  const { library, scratch, floats, shown } = look
  const pictures: Box[] = []
  let count = 0
  const bounds = (object: number): [number, number, number, number] => {
    library._FPDFPageObj_GetBounds(object, scratch, scratch + 4, scratch + 8, scratch + 12)
    const [left = 0, bottom = 0, right = 0, top = 0] = floats(4)
    return [left, bottom, right, top]
  }
  const visit = (object: number, around: (x: number, y: number) => Point, depth: number): void => {
    if (++count > MAX_OBJECTS) return
    const type = library._FPDFPageObj_GetType(object)
    if (type === IMAGE) {
      const [left, bottom, right, top] = bounds(object)
      pictures.push(boxAround([around(left, bottom), around(right, top), around(left, top), around(right, bottom)]))
    }
    if (type !== FORM || depth >= MAX_DEPTH) return
    library._FPDFPageObj_GetMatrix(object, scratch)
    const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = floats(6)
    const inside = (x: number, y: number) => around(a * x + c * y + e, b * x + d * y + f)
    for (let index = 0; index < library._FPDFFormObj_CountObjects(object) && count <= MAX_OBJECTS; index++)
      visit(library._FPDFFormObj_GetObject(object, index), inside, depth + 1)
  }
  for (let index = 0; index < library._FPDFPage_CountObjects(page) && count <= MAX_OBJECTS; index++)
    visit(library._FPDFPage_GetObject(page, index), shown, 0)
  return count > MAX_OBJECTS ? null : pictures
}
