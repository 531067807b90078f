/**
 * Prints the results for a set of pages: by check, by cause of error, by kind of damage, by layout, and compared with
 * the goals.
 */
import { CAUSES, type Cause, CHECKS, type Check, type Fault } from './compare.ts'
import type { Measured, Result } from './reading.ts'

type Count = readonly [right: number, all: number]

const ZERO: Count = [0, 0]
const plus = (a: Count, b: Count): Count => [a[0] + b[0], a[1] + b[1]]
const share = ([right, all]: Count) => (all === 0 ? 1 : right / all)
const percent = (count: Count) => `${count[0]} of ${count[1]} (${(100 * share(count)).toFixed(1)} %)`

function sumOf(results: readonly Result[], check: Check): Count {
  return results.reduce<Count>((sum, { comparison, lines }) => {
    // If the file was refused, all of its values count as incorrect.
    if (comparison === null)
      return plus(sum, [
        0,
        ['line', 'name', 'name, except for marked letters'].includes(check)
          ? lines
          : ['sku by byte', 'unit'].includes(check)
            ? 0
            : 1,
      ])
    return plus(sum, comparison.checks[check] ?? ZERO)
  }, ZERO)
}

interface Goal {
  readonly name: string
  readonly isMet: boolean
  readonly text: string
}

const HEAD_CAUSES: ReadonlySet<Cause> = new Set(['number', 'date', 'ИНН', 'supplier name', 'total'])

const WRONG_SURE_LINES = 1 / 500

/** Compares the results with the goals. `hopeless` contains the results for files that nobody could read. */
function goalsOf(results: readonly Result[], hopeless: readonly Result[], measured: Measured): Goal[] {
  const atLeast = (name: Check, least: number): Goal => {
    const count = sumOf(results, name)
    return { name: `${name} ≥ ${100 * least} %`, isMet: share(count) >= least, text: percent(count) }
  }
  const sure = sureOf(results)
  const unflagged = causeCount(results, 'wrong and unflagged')
  const perPage = measured.processorSeconds / Math.max(1, measured.pagesTimed)
  const slow = hopeless.filter((one) => knownAfter(one) > 3)
  const mistaken = hopeless.filter((one) => !isKnownHopeless(one))
  const isTextLayer = results.length > 0 && results.every(({ damage }) => damage === 'text layer')
  return [
    atLeast('line', isTextLayer ? 1 : 0.98),
    atLeast('number', 0.95),
    atLeast('date', 0.98),
    atLeast('supplier name', 0.95),
    atLeast('total', 0.98),
    atLeast('unit', 0.97),
    atLeast('sku, ignoring look-alike letters', 0.95),
    {
      name: 'wrong lines at confidence ≥ 0.9: at most 1 in 500',
      isMet: sure[1] - sure[0] <= sure[1] * WRONG_SURE_LINES,
      text: `${sure[1] - sure[0]} of ${sure[1]}`,
    },
    { name: 'no wrong document unflagged', isMet: unflagged === 0, text: String(unflagged) },
    { name: 'processor seconds a page ≤ 2.5', isMet: perPage <= 2.5, text: perPage.toFixed(2) },
    { name: 'memory ≤ 400 MB', isMet: measured.peakMemory <= 400, text: `${measured.peakMemory} MB` },
    ...(hopeless.length === 0
      ? []
      : [
          {
            name: 'hopeless pages are reported',
            isMet: mistaken.length === 0,
            text: `${hopeless.length - mistaken.length} of ${hopeless.length}`,
          },
          {
            name: 'hopeless pages are reported within 3 s',
            isMet: slow.length === 0,
            text: `${hopeless.length - slow.length} of ${hopeless.length}`,
          },
        ]),
  ]
}

/** The processor time per page in seconds. Wall-clock time would depend on what other programs the machine runs. */
const knownAfter = ({ seconds, processorSeconds, pages }: Result) =>
  (processorSeconds > 0 ? Math.min(seconds, processorSeconds) : seconds) / pages

/**
 * Whether the recognizer noticed that a file is unreadable: it refused the file, or extracted nothing and gave a
 * warning.
 */
const isKnownHopeless = ({ comparison, isEmpty, said }: Result) => comparison === null || (isEmpty && said.length > 0)

const sureOf = (results: readonly Result[]) =>
  results.reduce<Count>((sum, { comparison }) => plus(sum, comparison?.sure ?? ZERO), ZERO)
const causeCount = (results: readonly Result[], cause: string) =>
  results.reduce(
    (sum, { comparison }) => sum + (comparison?.faults.filter((fault) => fault.cause === cause).length ?? 0),
    0,
  )

/** Prints all results without revealing any text from the pages. Returns whether all goals are met. */
export function printFigures(measured: Measured): boolean {
  const results = measured.results.filter(({ isHopeless }) => !isHopeless)
  const hopeless = measured.results.filter(({ isHopeless }) => isHopeless)
  const pad = (text: string) => text.padEnd(40)
  console.log(`\n${results.length} documents, ${measured.pagesTimed} pages\n`)
  for (const name of CHECKS)
    if (sumOf(results, name)[1] > 0) console.log(`${pad(name)} ${percent(sumOf(results, name))}`)
  console.log(`${pad('right at confidence ≥ 0.9')} ${percent(sureOf(results))}`)
  console.log(
    `${pad('right below')} ${percent(results.reduce<Count>((sum, { comparison }) => plus(sum, comparison?.unsure ?? ZERO), ZERO))}`,
  )
  const alike = results.flatMap(({ comparison }) => comparison?.nameLikenesses ?? [])
  console.log(
    `${pad('likeness of names, mean')} ${(alike.reduce((sum, one) => sum + one, 0) / Math.max(1, alike.length)).toFixed(3)}`,
  )
  const refused = results.filter(({ comparison }) => comparison === null).length
  if (refused > 0) console.log(`${pad('refused')} ${refused}`)
  printTimes(measured)
  console.log('\nby cause')
  for (const cause of CAUSES)
    console.log(
      `${pad(`  ${cause}`)} ${causeCount(results, cause)} in ${results.filter(({ comparison }) => comparison?.faults.some((fault) => fault.cause === cause)).length} documents${notFound(results, cause)}`,
    )
  printGroups('by damage', results, ({ damage }) => damage)
  printGroups('by layout', results, ({ layout }) => layout)
  printHopeless(hopeless)
  const goals = goalsOf(results, hopeless, measured)
  console.log('\ngoals')
  for (const { name, isMet, text } of goals) console.log(`  ${isMet ? '✓' : '✗'} ${name.padEnd(54)} ${text}`)
  return goals.every(({ isMet }) => isMet)
}

/** For header fields, states how many of the errors are missing values rather than wrong ones. */
function notFound(results: readonly Result[], cause: Cause): string {
  if (!HEAD_CAUSES.has(cause)) return ''
  const isNothing = ({ cause: of, read }: Fault) => of === cause && (read === 'null' || read === '')
  const count = results.reduce((sum, { comparison }) => sum + (comparison?.faults.filter(isNothing).length ?? 0), 0)
  return `, ${count} not found`
}

function printTimes(measured: Measured): void {
  const pages = Math.max(1, measured.pagesTimed)
  const clock = measured.results.reduce((sum, { seconds }) => sum + seconds, 0)
  console.log(
    `${'seconds a page: processor, clock'.padEnd(40)} ${(measured.processorSeconds / pages).toFixed(2)}, ${(clock / pages).toFixed(2)}`,
  )
  console.log(`${'memory of a reading process, at most'.padEnd(40)} ${measured.peakMemory} MB`)
}

function printGroups(title: string, results: readonly Result[], groupOf: (result: Result) => string): void {
  console.log(
    `\n${title.padEnd(56)} files   lines              rows lost/made up  quantity price  number date ИНН  name total  unit sku`,
  )
  const groups = Map.groupBy(results, groupOf)
  for (const [group, those] of [...groups].sort((a, b) => share(sumOf(a[1], 'line')) - share(sumOf(b[1], 'line')))) {
    const line = sumOf(those, 'line')
    const of = (cause: string) => String(causeCount(those, cause))
    console.log(
      `  ${group.padEnd(54)} ${String(those.length).padStart(5)}   ${`${line[0]}/${line[1]}`.padEnd(9)} ${(100 * share(line)).toFixed(1).padStart(5)} %   ${`${of('row lost')}/${of('row made up')}`.padEnd(17)} ${of('quantity').padEnd(8)} ${of('price').padEnd(6)} ${of('number').padEnd(6)} ${of('date').padEnd(4)} ${of('ИНН').padEnd(4)} ${of('supplier name').padEnd(4)} ${of('total').padEnd(6)} ${of('unit').padEnd(4)} ${of('sku')}`,
    )
  }
}

function printHopeless(hopeless: readonly Result[]): void {
  if (hopeless.length === 0) return
  console.log('\nhopeless pages')
  for (const one of hopeless)
    console.log(
      `  ${one.damage.padEnd(32)} ${knownAfter(one).toFixed(1)} s   ${isKnownHopeless(one) ? 'known' : 'taken for legible'}   ${[...new Set(one.said)].join(', ').slice(0, 120)}`,
    )
}
