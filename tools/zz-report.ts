/**
 * npm run recognition-report -- FOLDER [--verbose] [--kept FOLDER]
 * Reads every scan of a folder that has its truth beside it (`NN.jpg` and `NN.json`) and prints how much of it came out right.
 * `--kept` keeps what was read of the pictures: the next run takes moments, as long as only what is made of it has changed.
 */
import { readdir, readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { tesseractRecognizer } from '/work/tables/server/integrations/tesseract-recognizer.ts'
import type { ExtractedLine, Extraction } from '/work/tables/server/recognition/extraction.ts'
import { distanceOf, foldedText } from '/work/tables/server/recognition/likeness.ts'
import { openFile } from '/work/tables/server/recognition/open-file.ts'
import { recognizeFile } from '/work/tables/server/recognition/recognize-file.ts'
import { recognizeKept } from '/work/tables/tools/kept-pages.ts'

interface Truth {
  readonly kind: string
  readonly number: string
  readonly date: string
  readonly supplier: { readonly name: string; readonly inn: string }
  readonly lines: readonly {
    readonly name: string
    readonly sku?: string
    readonly unit?: string
    readonly quantity: number
    readonly unitCost: number
  }[]
  readonly total: number
}

/** Right out of how many. */
interface Count {
  right: number
  all: number
}

const counts = new Map<string, Count>()
const buckets = new Map<string, Count>()
const likenesses: number[] = []
/** Of this process after each scan, MB. */
const memory: number[] = []
let [seconds, pages, wrongAndUnflagged] = [0, 0, 0]

function count(counter: Map<string, Count>, name: string, isRight: boolean): boolean {
  const entry = counter.get(name) ?? { right: 0, all: 0 }
  counter.set(name, { right: entry.right + (isRight ? 1 : 0), all: entry.all + 1 })
  return isRight
}

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { verbose: { type: 'boolean', default: false }, kept: { type: 'string' } },
})
const folder = positionals[0]
if (folder === undefined) throw new Error('Name the folder with the scans: npm run recognition-report -- FOLDER')

const scans = (await readdir(folder)).filter((name) => /\.(jpe?g|png|tiff?|webp|pdf)$/i.test(name)).sort()
const recognizer = tesseractRecognizer()
for (const scan of scans) {
  const truthFile = join(folder, `${scan.slice(0, -extname(scan).length)}.json`)
  const truth = await readFile(truthFile, 'utf8').then(
    (text) => JSON.parse(text) as Truth,
    () => null,
  )
  if (truth === null) continue
  const bytes = await readFile(join(folder, scan))
  const extraction = await recognized(bytes)
  const file = await openFile(bytes)
  pages += file.pageCount
  file.close()
  seconds += extraction.recognition.durationSeconds
  memory.push(Math.round(process.memoryUsage().rss / 1e6))
  report(scan, extraction, truth)
}
await recognizer.close()
summarize()

async function recognized(bytes: Uint8Array): Promise<Extraction> {
  if (values.kept === undefined) return recognizeFile(bytes, { recognizer }, new AbortController().signal)
  const started = Date.now()
  const { extraction } = await recognizeKept(bytes, values.kept, recognizer)
  const recognition = { model: recognizer.model, startedAt: '', durationSeconds: (Date.now() - started) / 1000 }
  return { ...extraction, recognition }
}

function report(scan: string, extraction: Extraction, truth: Truth): void {
  const faults: string[] = []
  const field = (name: string, got: unknown, right: unknown) => {
    if (!count(counts, name, got === right)) faults.push(`${name}: ${JSON.stringify(got)} is ${JSON.stringify(right)}`)
  }
  field('kind', extraction.kind, truth.kind)
  field('number', extraction.reference, truth.number)
  field('date', extraction.issuedAt, truth.date)
  field('inn', extraction.supplier.inn, truth.supplier.inn)
  field('total', extraction.total, Math.round(truth.total * 100))
  const likeness = likenessOf(extraction.supplier.name ?? '', truth.supplier.name)
  if (!count(counts, 'supplier name (likeness ≥ 0.9)', likeness >= 0.9))
    faults.push(`supplier: ${extraction.supplier.name} is ${truth.supplier.name}`)
  const linesRight = reportLines(extraction.lines, truth.lines, faults)
  const isWhole = linesRight && extraction.total === Math.round(truth.total * 100)
  const isFlagged = extraction.warnings.length > 0
  count(counts, 'whole documents right', isWhole)
  count(counts, 'whole documents right or flagged', isWhole || isFlagged)
  if (!isWhole && !isFlagged) wrongAndUnflagged++
  const state = faults.length === 0 ? 'right' : `${faults.length} differences`
  console.log(
    `${scan}  ${extraction.recognition.durationSeconds.toFixed(1)} s  ${state}${isFlagged ? ', flagged' : ''}`,
  )
  if (values.verbose) for (const fault of faults) console.log(`    ${fault}`)
}

/** Lines are compared in their order; one that is missing or too many shifts the others no further than need be. */
function reportLines(lines: readonly ExtractedLine[], truths: Truth['lines'], faults: string[]): boolean {
  const rest = [...lines]
  let right = 0
  for (const truth of truths) {
    const [quantity, unitCost] = [Math.round(truth.quantity * 1000), Math.round(truth.unitCost * 100)]
    const index = rest.findIndex((line) => line.quantity === quantity && line.unitCost === unitCost)
    if (!count(counts, 'lines exactly right', index !== -1)) {
      faults.push(`line missing: ${truth.quantity} × ${truth.unitCost} ${truth.name}`)
      continue
    }
    right++
    const [line] = rest.splice(index, 1)
    count(buckets, bucketOf(line!.confidence), true)
    likenesses.push(likenessOf(line!.name, truth.name))
    if (likenesses.at(-1)! < 0.7) faults.push(`name: ${line!.name} is ${truth.name}`)
    if (truth.unit !== undefined && !count(counts, 'unit', fold(line!.unit) === fold(truth.unit)))
      faults.push(`unit: ${line!.unit} is ${truth.unit}`)
    if (truth.sku !== undefined && !count(counts, 'sku', foldedText(line!.sku ?? '') === foldedText(truth.sku)))
      faults.push(`sku: ${line!.sku} is ${truth.sku}`)
    if (truth.sku === undefined && !count(counts, 'no sku where there is none', line!.sku === null))
      faults.push(`sku: ${line!.sku} is none`)
  }
  for (const line of rest) {
    count(buckets, bucketOf(line.confidence), false)
    faults.push(
      `line wrong: ${line.quantity} × ${line.unitCost} = ${line.amount} ${line.name} (confidence ${line.confidence})`,
    )
  }
  return right === truths.length && rest.length === 0
}

function bucketOf(confidence: number): string {
  return confidence >= 0.9 ? 'confidence ≥ 0.9' : confidence >= 0.5 ? 'confidence 0.5 to 0.9' : 'confidence < 0.5'
}

function likenessOf(a: string, b: string): number {
  const [left, right] = [foldedText(a), foldedText(b)]
  return 1 - distanceOf(left, right) / Math.max(left.length, right.length, 1)
}

function summarize(): void {
  const percent = ({ right, all }: Count) => `${right} of ${all} (${((100 * right) / all).toFixed(1)} %)`
  console.log('')
  for (const [name, entry] of counts) console.log(`${name.padEnd(36)} ${percent(entry)}`)
  for (const [name, entry] of [...buckets].sort()) console.log(`${`right at ${name}`.padEnd(36)} ${percent(entry)}`)
  const mean = likenesses.reduce((sum, likeness) => sum + likeness, 0) / Math.max(1, likenesses.length)
  console.log(`${'name likeness, mean'.padEnd(36)} ${mean.toFixed(3)}`)
  console.log(`${'wrong and not flagged'.padEnd(36)} ${wrongAndUnflagged}`)
  console.log(`${'seconds per page, mean'.padEnd(36)} ${(seconds / Math.max(1, pages)).toFixed(2)}`)
  const tenths = Array.from({ length: 10 }, (_, tenth) => memory[Math.ceil(((tenth + 1) * memory.length) / 10) - 1])
  console.log(`${'memory, MB, at most'.padEnd(36)} ${Math.max(...memory)}`)
  console.log(`${'memory, MB, after every tenth part'.padEnd(36)} ${tenths.join(' ')}`)
}

function fold(t: string | null): string { return (t ?? '').toLowerCase().replace(/[.\s]/g, '').replace('²','2').replace('³','3') }
