/**
 * `node tools/long-import.ts [--products 5000 --kills 30 --seed N --gap MS --estimate-gap MS]`: imports a generated
 * MoySklad account into a server that runs in its own process, and compares every field. Then it repeats the import,
 * with and without changes, measures the accuracy of the estimated time, and kills the server and PostgreSQL during
 * another import. `--estimate-gap 0` skips the estimate.
 */
import { parseArgs } from 'node:util'
import { createChance } from '../tests/support/chance/chance.ts'
import { named } from '../tests/support/moysklad/expected-import-values.ts'
import type { AccountSize } from '../tests/support/moysklad/fake-moysklad-account.ts'
import { changeSource, expectedAfter, type LocalChange } from '../tests/support/moysklad/import-changes.ts'
import { estimatesOf } from '../tests/support/moysklad/import-estimate.ts'
import { killedImport } from '../tests/support/moysklad/import-kills.ts'
import { type ImportCompany, openRunningSite, type RunningSite } from '../tests/support/moysklad/import-site.ts'
import { idsIn } from '../tests/support/moysklad/imported-company.ts'

const SHOWN = 20
const ALLOWED_ERROR = 0.15
/** The fraction of records that are changed in MoySklad. */
const CHANGED = 0.05
const CHANGED_HERE = 25

const { values } = parseArgs({
  options: {
    ...{ products: { type: 'string' }, kills: { type: 'string' }, seed: { type: 'string' } },
    ...{ gap: { type: 'string' }, 'estimate-gap': { type: 'string' } },
  },
})
const products = Number(values.products ?? 5_000)
const kills = Number(values.kills ?? 30)
const seed = Number(values.seed ?? Date.now() % 1_000_000_000)
const gapMs = Number(values.gap ?? 100)
const estimateGapMs = Number(values['estimate-gap'] ?? 2_000)
const of = (share: number, least: number) => Math.max(least, Math.round(products * share))
const SIZE: AccountSize = {
  ...{ products, variants: of(0.06, 10), bundles: of(0.02, 5), services: of(0.004, 3), counterparties: of(0.6, 20) },
  ...{ stores: 5, organizations: 3, documents: of(0.1, 9) },
}

let wrongs = 0
function tell(title: string, wrong: readonly string[]): void {
  wrongs += wrong.length
  console.log(`${title}: ${wrong.length === 0 ? 'as it must be' : `${wrong.length} wrong`}`)
  for (const one of wrong.slice(0, SHOWN)) console.log(`   ${one}`)
}

const seconds = (from: number) => `${((performance.now() - from) / 1_000).toFixed(1)} s`

/** Imports the account and compares the records, then does both again. */
async function importTwice(site: RunningSite, company: ImportCompany): Promise<string> {
  const { run } = company
  const [startedAt, requests] = [performance.now(), site.fake.log.length]
  const first = await run.begin()
  if (estimateGapMs > 0) await estimate(run, first)
  await run.until(first, 'ready')
  console.log(`preview: ${seconds(startedAt)}, ${site.fake.log.length - requests} requests`)
  if (estimateGapMs > 0) await site.restart(gapMs)
  const appliedAt = performance.now()
  await run.apply(first)
  const { counts } = await run.until(first, 'done')
  console.log(`apply: ${seconds(appliedAt)} ${JSON.stringify(counts)}`)
  const expected = site.expected()
  tell(`${expected.length} rows, every field of every record`, await company.wrong(first, expected))
  const againAt = performance.now()
  const { id, counts: again } = await run.whole()
  console.log(`second import: ${seconds(againAt)} ${JSON.stringify(again)}`)
  const isSame = again.create === 0 && again.update === 0 && again.written === 0
  tell('nothing to create or update', isSame ? await company.wrong(id, expected) : [JSON.stringify(again)])
  return first
}

async function estimate(run: ImportCompany['run'], jobId: string): Promise<void> {
  const { estimates } = await estimatesOf(run, jobId)
  console.log('| of the time | said | took | off by |\n| --- | --- | --- | --- |')
  for (const { share, saidSeconds, tookSeconds, error } of estimates)
    console.log(`| ${share * 100} % | ${saidSeconds} s | ${tookSeconds.toFixed(1)} s | ${(error * 100).toFixed(1)} % |`)
  const wrong = estimates.filter(({ error }) => Math.abs(error) > ALLOWED_ERROR)
  tell(
    'the estimate',
    wrong.map(({ share }) => `beyond ${ALLOWED_ERROR * 100} % at ${share * 100} %`),
  )
}

/** Changes records both in MoySklad and in Skladno, and checks that an import then updates only the right fields. */
async function importChanged(site: RunningSite, { run, owner, wrong }: ImportCompany, first: string): Promise<void> {
  const before = site.expected()
  const ids = idsIn(await run.rows(first))
  const chance = createChance(seed + 1)
  const here = site.fake.account.rows.get('product')!.slice(0, CHANGED_HERE)
  const changes: LocalChange[] = []
  for (const row of here) {
    const { name } = before.find(({ externalId }) => externalId === row.id)!.record!
    const record = { externalCode: `наш ${row.id}`, weightKg: 47.11 }
    const path = `/api/v1/products/${ids.get(named('product', row.id))}`
    const reply = await owner.send('PATCH', path, { name, ...record })
    if (reply.status !== 200) throw new Error(reply.text)
    changes.push({ row, record, codes: ['changed_here'] })
  }
  const documents = changeSource(site.fake.account, chance, CHANGED)
  const expected = expectedAfter(before, site.expected(), [...changes, ...documents.map((row) => ({ row }))])
  const startedAt = performance.now()
  const { id, counts } = await run.whole()
  console.log(`after changes: ${seconds(startedAt)} ${JSON.stringify(counts)}`)
  tell('exactly the expected fields changed', await wrong(id, expected))
}

/** Returns how the rows of two import reports differ, ignoring ids. */
async function comparedReports(one: [ImportCompany, string], other: [ImportCompany, string]): Promise<string[]> {
  const [a, b] = await Promise.all(
    [one, other].map(async ([company, jobId]) =>
      (await company.run.rows(jobId)).map(({ entityType, externalId, name, action, status, problems, data }) =>
        JSON.stringify({ entityType, externalId, name, action, status, problems, data }),
      ),
    ),
  )
  const known = new Set(a)
  return [...(a!.length === b!.length ? [] : ['a different number of rows']), ...b!.filter((row) => !known.has(row))]
}

console.log(`long-import: --products ${products} --kills ${kills} --seed ${seed} --gap ${gapMs}`)
const site = await openRunningSite(SIZE, { seed, gapMs: estimateGapMs > 0 ? estimateGapMs : gapMs })
try {
  const calm = await site.newCompany()
  const first = await importTwice(site, calm)
  if (kills > 0) {
    const company = await site.newCompany()
    const startedAt = performance.now()
    const killed = await killedImport(site, { company, kills, chance: createChance(seed + 2) })
    for (const [index, { victim, phase, percent }] of killed.kills.entries())
      console.log(`${index + 1}. kill -9 ${victim} at ${percent} % of ${phase}`)
    console.log(`${killed.kills.length} kills in ${seconds(startedAt)}`)
    tell('after the kills', killed.wrong)
    tell('the report', await comparedReports([calm, first], [company, killed.jobId]))
    const nextAt = performance.now()
    const { counts } = await company.run.whole()
    console.log(`next import: ${seconds(nextAt)}`)
    tell('the next import', counts.create + counts.update === 0 ? [] : [JSON.stringify(counts)])
  }
  await importChanged(site, calm, first)
} finally {
  await site.close()
}
console.log(`${wrongs} wrong`)
process.exitCode = wrongs === 0 ? 0 : 1
