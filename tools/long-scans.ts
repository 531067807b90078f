/**
 * `npm run test:scans -- [--count 1000] [--seed N]`: in a real Chromium, sends scans with ten different scanner
 * settings to every element that can have the focus, on the screens of the office and of the warehouse floor. Each scan
 * must count once in the lines and change nothing else.
 */
import { parseArgs } from 'node:util'
import { startChromium } from '../tests/support/app/chromium.ts'
import { runScans, scanWorld } from '../tests/support/app/scan-bursts.ts'
import { visit } from '../tests/support/app/visitors.ts'
import { signedUp } from '../tests/support/node/browser.ts'
import { startSite } from './screenshots/site.ts'

const { values } = parseArgs({ options: { count: { type: 'string' }, seed: { type: 'string' } } })
const count = Number(values.count ?? 1_000)
const seed = Number(values.seed ?? Date.now() % 1_000_000_000)

console.log(`long-scans: ${count} bursts, --seed ${seed}`)
const site = await startSite()
const chromium = await startChromium()
let faults: string[]
try {
  const owner = await signedUp(site.url)
  const world = await scanWorld(owner)
  const newPage = async () => {
    const { context, page } = await visit(chromium, site.url)
    await context.addCookies([...owner.cookies].map(([name, value]) => ({ name, value, url: owner.url })))
    return page
  }
  faults = await runScans({ world, newPage, count, seed, tell: console.log })
} finally {
  await chromium.close()
  await site.stop()
}
for (const fault of faults) console.log(`FAULT ${fault}`)
console.log(faults.length === 0 ? `${count} bursts, each counted once` : `${faults.length} faults`)
process.exitCode = faults.length === 0 ? 0 : 1
