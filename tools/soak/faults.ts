/** What goes wrong during a soak. Each fault ends within half a minute; the service must then be as before. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Chance } from '../../tests/support/chance/chance.ts'
import { killPostgres } from '../../tests/support/node/server-process.ts'
import type { SoakSite } from './site.ts'

const LASTS_MS = 20_000
const DISK_FULL_MS = 10_000
const SLOW_MS = 40

type Fault = (site: SoakSite) => Promise<unknown>

const FAULTS: Readonly<Record<string, Fault>> = {
  'a node killed': (site) => site.killSecondNode(),
  'a process of PostgreSQL killed': ({ dataDir }) => killPostgres(dataDir, 'backend'),
  'PostgreSQL killed': ({ dataDir }) => killPostgres(dataDir, 'postmaster'),
  'the disk full': async (site) => {
    await site.fillDisk(true)
    await sleep(DISK_FULL_MS)
    await site.fillDisk(false)
  },
  'the bucket down': async ({ s3 }) => {
    s3.isDown = true
    await sleep(LASTS_MS)
    s3.isDown = false
  },
  'the mail server down': async ({ mail }) => {
    mail.beBusy(true)
    await sleep(LASTS_MS)
    mail.beBusy(false)
  },
  'a slow network': async ({ network }) => {
    network.delayMs = SLOW_MS
    await sleep(LASTS_MS)
    network.delayMs = 0
  },
  'all connections cut': async ({ network }) => network.cutAll(),
}

/** Returns the names of the faults in the order in which they happen: each kind equally often, shuffled. */
export function planFaults(count: number, { hasDisk }: SoakSite, chance: Chance): string[] {
  const names = Object.keys(FAULTS).filter((name) => hasDisk || name !== 'the disk full')
  const plan: string[] = []
  while (plan.length < count) {
    const left = [...names]
    while (left.length > 0) plan.push(...left.splice(chance.below(left.length), 1))
  }
  return plan.slice(0, count)
}

export const causeFault = (name: string, site: SoakSite): Promise<unknown> => FAULTS[name]!(site)
