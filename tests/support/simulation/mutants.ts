/**
 * Bugs that are planted to see whether the simulation notices them. A planted bug changes the text of one source file
 * while Node loads it, so nothing of it is in the files themselves. If the place was not found, planting fails.
 */
import { readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { fileURLToPath, pathToFileURL } from 'node:url'

interface Mutant {
  readonly name: string
  /** The file, from the repository's root. */
  readonly file: string
  /** The text to replace, which occurs exactly once, and its replacement. */
  readonly find: string
  readonly replace: string
}

const mutant = (name: string, file: string, [find, replace]: readonly [string, string]): Mutant => {
  return { name, file, find, replace }
}

export const MUTANTS: readonly Mutant[] = [
  mutant('the database skips compare-and-swap', 'tests/support/simulation/memory-database.ts', [
    'if (batch.expectedRevision !== revision) return null',
    '',
  ]),
  mutant('the database does not check that keys are new', 'tests/support/simulation/memory-database.ts', [
    'if (this.byKey.has(key) || used.has(key)) throw keyViolation(key)',
    '',
  ]),
  mutant('commands are answered before their commit', 'server/engine/pipeline.ts', [
    'const { failure, isCommitted } = await batch.outcome',
    'const { failure, isCommitted } = { failure: null, isCommitted: true }',
  ]),
  mutant('the update of another node is overlooked', 'server/engine/pipeline.ts', [
    '(isCommitted) => ({ isCommitted, failure: null })',
    '() => ({ isCommitted: true, failure: null })',
  ]),
  mutant('a failed batch is not undone', 'server/engine/pipeline.ts', ['    batch.open.undo()\n', '']),
  mutant('the batch on top of a failed batch is not undone', 'server/engine/pipeline.ts', [
    'this.building.open.undo()',
    '',
  ]),
  mutant('a command that arrives as the worker ends is forgotten', 'server/engine/pipeline.ts', [
    'if (this.building !== null || this.waiting.length > 0',
    'if (this.waiting.length > 0',
  ]),
  mutant('a key is stored without the effect of its command', 'server/engine/decide.ts', [
    'after: decided.map((one) => one.after),',
    'after: decided.map((one, at) => (at > 1 && one.after !== null ? (decided[at - 1]!.after ?? one.after) : one.after)),',
  ]),
  mutant('a refused command is not stored', 'server/engine/decide.ts', [
    'commands: decided.map((one) => one.row),',
    'commands: decided.map((one) => one.row).filter(({ revision }) => revision !== null),',
  ]),
  mutant('undo forgets the totals', 'server/engine/decide.ts', [
    'Object.assign(books.totals, this.totals)\n    Object.assign(books.counters, this.counters)\n    finished.ids',
    'finished.ids',
  ]),
  mutant('goods are drawn newest first', 'server/domain/lots.ts', [
    'let cost = 0\n  for (const lot of lots) {',
    'let cost = 0\n  for (const lot of [...lots].reverse()) {',
  ]),
  mutant('money is rounded down', 'amounts/quantity.ts', [
    'Math.floor((product + 500) / MILLI_PER_UNIT)',
    'Math.floor((product + 499) / MILLI_PER_UNIT)',
  ]),
  mutant('cancelling an order keeps its reserve', 'server/commands/orders.ts', [
    "changes: [put('orders', cancelled), ...release(books, order, revision)],",
    "changes: [put('orders', cancelled)],",
  ]),
  mutant('a reserve is released twice', 'server/commands/orders.ts', [
    'restock(row, { reserved: row.reserved! - quantity }, revision)',
    'restock(row, { reserved: Math.max(0, row.reserved! - 2 * quantity) as typeof quantity }, revision)',
  ]),
  mutant('catching up skips a revision', 'server/engine/catch-up.ts', [
    'await inSlices(asker, takeIn(latest, page))',
    'await inSlices(asker, takeIn(latest, page.length > 1 ? page.slice(1) : page))',
  ]),
  mutant('catching up keeps the totals', 'server/engine/catch-up.ts', [
    'Object.assign(books.totals, unpackTotals(row.totals))',
    '',
  ]),
  mutant('catching up does not move the clock', 'server/engine/catch-up.ts', [
    'if (state !== company.state) clock.catchUp(row.last_at.getTime())',
    '',
  ]),
  mutant('a loaded company lacks what the tables do not have yet', 'server/engine/records.ts', [
    'const revision = await reading.findProjectedRevision()',
    'const { revision } = row',
  ]),
  mutant('reads overlook the commits of other nodes', 'server/engine/company.ts', [
    'await this.pipeline.reach(await this.checkRevision())',
    '',
  ]),
  mutant('a replay shows the state of the revision before', 'server/engine/replay.ts', [
    'const at = await stateAsOf(history, revision)\n  if (at === null)',
    'const at = await stateAsOf(history, Math.max(0, revision - 1))\n  if (at === null)',
  ]),
  mutant('a replay gets the answer of another command', 'server/engine/key-lookups.ts', [
    'resolve(found.get(asked.key) ?? null)',
    'resolve([...found.values()][0] ?? null)',
  ]),
  mutant('a replay is told as the first answer', 'server/engine/company.ts', [
    'const isReplay = !sentAs.includes(stored.id)',
    'const isReplay = false',
  ]),
  mutant('a used key is accepted with another body', 'server/engine/company.ts', [
    'if (stored.fingerprint !== request.fingerprint) return refuseReusedKey(request)',
    '',
  ]),
  mutant('commands together are executed in part', 'server/engine/safe-commits.ts', [
    'if (decided.row.revision === null) throw new RefusedTogether(one, decided)',
    '',
  ]),
  mutant('a rolled back state takes the last change instead of the first', 'server/engine/history.ts', [
    'if (known === undefined) touched.set(key, { first: entry, isGone, items })',
    'if (true) touched.set(key, { first: entry, isGone, items })',
  ]),
  mutant('the projector skips a row', 'server/store/fresh-images.ts', [
    'const images = [...this.images.values()]',
    'const images = [...this.images.values()].slice(this.images.size > 15 ? 1 : 0)',
  ]),
  mutant('the projector gives images that do not follow on the tables', 'server/store/fresh-images.ts', [
    'if (this.upto >= 0 && this.upto !== since) return\n',
    '',
  ]),
  mutant('a node with a wrong clock takes commands', 'server/engine/node-clock.ts', [
    'return this.fault() === null ? this.sources.wall() : Math.min(this.sources.wall(), Math.floor(this.expected()))',
    'return this.sources.wall()',
  ]),
]

/** Plants a bug in the modules that this process loads from now on. Throws when its place is not found exactly once. */
export function plant(name: string): void {
  const found = MUTANTS.find((one) => one.name === name)
  if (found === undefined) throw new Error(`There is no mutant called ${name}`)
  const path = fileURLToPath(new URL(`../../../${found.file}`, import.meta.url))
  const parts = readFileSync(path, 'utf8').split(found.find)
  if (parts.length !== 2) throw new Error(`${name}: its place occurs ${parts.length - 1} times in ${found.file}`)
  const planted = parts.join(found.replace)
  const url = pathToFileURL(path).href
  registerHooks({
    load: (asked, context, next) =>
      asked === url ? { format: 'module-typescript', source: planted, shortCircuit: true } : next(asked, context),
  })
}
