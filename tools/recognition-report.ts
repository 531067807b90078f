/**
 * npm run recognition-report -- FOLDER [--verbose] [--workers 2] [--goals] [--figures-only] [--html FILE] [--keep FILE]
 * [--minutes 3] [--first 0] [--count 100] [--kept-pages FOLDER]
 * Reads every scan in a folder that has its expected results beside it (`NN.jpg` and `NN.json`), the way the server
 * does, and reports how much was correct, by cause, by damage and by layout.
 * --kept-pages: stores the text of the pages in this folder, so that the next run only takes moments as long as the code
 * that reads text stays the same.
 * --goals: the exit code is 1 when a goal is missed. --figures-only: prints no text from the pages. --html: writes a page
 * with pictures of the worst errors.
 * --keep: stores the results in this file and skips scans that are already in it, so that a large set can be read in
 * several runs (--minutes).
 */
import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { writeCuts } from './recognition-report/cuts.ts'
import { printFigures } from './recognition-report/figures.ts'
import { type Measured, measure, type Result, scansIn } from './recognition-report/reading.ts'

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    verbose: { type: 'boolean', default: false },
    workers: { type: 'string', default: '1' },
    goals: { type: 'boolean', default: false },
    'figures-only': { type: 'boolean', default: false },
    html: { type: 'string' },
    keep: { type: 'string' },
    minutes: { type: 'string', default: '1000' },
    first: { type: 'string', default: '0' },
    count: { type: 'string', default: '100000' },
    'kept-pages': { type: 'string' },
  },
})
const folder = positionals[0]
if (folder === undefined) throw new Error('Specify the folder with the scans: npm run recognition-report -- FOLDER')

const { keep, html } = values
const measured: Measured =
  keep !== undefined && existsSync(keep)
    ? (JSON.parse(await readFile(keep, 'utf8')) as Measured)
    : { results: [], peakMemory: 0, processorSeconds: 0, pagesTimed: 0 }
const done = new Set(measured.results.map(({ file }) => file))
const all = await scansIn(folder)
const chosen = all.slice(Number(values.first), Number(values.first) + Number(values.count))
const scans = chosen.filter((scan) => !done.has(scan))
await measure(
  {
    folder,
    scans,
    workers: Number(values.workers),
    limitMs: Number(values.minutes) * 60_000,
    keptPages: values['kept-pages'] ?? null,
    told,
  },
  measured,
)
measured.results.sort((a, b) => a.file.localeCompare(b.file))
const left = chosen.length - measured.results.length
if (left > 0) console.log(`${left} files have not been read yet`)
const areMet = printFigures(measured)
if (html !== undefined) await writeCuts(folder, measured.results, html)
if (values.goals && !areMet) process.exitCode = 1

async function told({ file, seconds, pages, comparison, said }: Result): Promise<void> {
  if (keep !== undefined) await writeFile(keep, JSON.stringify(measured))
  if (values['figures-only']) return
  const faults = comparison?.faults ?? []
  const state =
    comparison === null ? `refused: ${said.join()}` : faults.length === 0 ? 'right' : `${faults.length} differences`
  console.log(`${file}  ${(seconds / pages).toFixed(1)} s  ${state}${comparison?.isFlagged ? ', flagged' : ''}`)
  if (!values.verbose) return
  for (const { cause, truth, read, confidence } of faults)
    console.log(
      `    ${cause}: ${JSON.stringify(read)} is ${JSON.stringify(truth)}${confidence === undefined ? '' : ` (${confidence})`}`,
    )
}
