/** Runs an import while the server and PostgreSQL are killed again and again, and checks which requests MoySklad received. */
import { setTimeout as pause } from 'node:timers/promises'
import type { Chance } from '../chance/chance.ts'
import { patience } from '../node/patience.ts'
import type { LoggedRequest } from './fake-moysklad.ts'
import type { ImportCompany, RunningSite } from './import-site.ts'
import type { SeenJob } from './imports-run.ts'

export interface KilledImport {
  readonly jobId: string
  /**
   * The kills so far: which process was killed, in which phase of the import, and how many per cent of the phase were
   * done.
   */
  readonly kills: readonly {
    readonly victim: 'server' | 'postgres'
    readonly phase: string
    readonly percent: number
  }[]
  /** Descriptions of everything that went wrong, or an empty list. */
  readonly wrong: readonly string[]
}

const LOOK_MS = 15
/**
 * The maximum pause between two polls of the import. A longer pause may be needed only after the last kill of a phase,
 * when it takes some seconds until the dead node is noticed.
 */
const MOST_PAUSE_MS = 250
/** The maximum random delay before a kill, so that kills are spread over all parts of a step. */
const MOST_DELAY_MS = 120
const ENDS: readonly string[] = ['ready', 'done']
/** The maximum time in milliseconds that the service may take to work again after a kill. */
const BACK_MS = 120_000

/** Runs an import with the given number of kills, half of them during the preview and half while it writes. */
export async function killedImport(
  site: RunningSite,
  { company, kills, chance }: { company: ImportCompany; kills: number; chance: Chance },
): Promise<KilledImport> {
  const { run } = company
  const done: KilledImport['kills'][number][] = []
  const firstRequest = site.fake.log.length
  const jobId = await run.begin()
  const read = () => readPatiently(company, jobId)
  let inPreview = 0
  for (const [phase, count] of [
    ['preview', Math.ceil(kills / 2)],
    ['apply', Math.floor(kills / 2)],
  ] as const) {
    if (phase === 'apply') await run.apply(jobId)
    const aims = Array.from({ length: count }, () => chance.between(1, 96)).sort((a, b) => a - b)
    for (const aim of aims) {
      let job = await read()
      while (job.progress.percent < aim && !ENDS.includes(job.status)) {
        await pause(LOOK_MS)
        job = await read()
      }
      if (ENDS.includes(job.status)) break
      await pause(chance.below(MOST_DELAY_MS))
      const victim = done.length % 2 === 0 ? 'server' : 'postgres'
      await site.kill(victim)
      done.push({ victim, phase, percent: job.progress.percent })
    }
    if (phase === 'preview') inPreview = done.length
    await untilEnd(read, phase === 'preview' ? 'ready' : 'done')
  }
  const wrong = [...repeatedRequests(site.fake.log.slice(firstRequest), inPreview), ...(await company.wrong(jobId))]
  return { jobId, kills: done, wrong }
}

async function untilEnd(read: () => Promise<SeenJob>, status: string): Promise<void> {
  for (const longer = patience(MOST_PAUSE_MS); ; await longer()) {
    const job = await read()
    if (job.status === status) return
    if (job.status === 'failed') throw new Error(`The import failed: ${JSON.stringify(job.error)}`)
  }
}

/** Reads an import, waiting for a killed service to respond again. */
async function readPatiently({ run }: ImportCompany, jobId: string): Promise<SeenJob> {
  const pauseLonger = patience(MOST_PAUSE_MS)
  for (const until = Date.now() + BACK_MS; ; ) {
    try {
      return await run.read(jobId)
    } catch (error) {
      if (Date.now() > until) throw error
      await pauseLonger()
    }
  }
}

/**
 * Returns the pages that were requested again after other pages, and the pages that were requested more often than
 * something was killed.
 */
function repeatedRequests(log: readonly LoggedRequest[], kills: number): string[] {
  // Three kinds of request are not counted: requests for lines and components that were left out of their page, refused
  // requests, and requests for long pages that lack the requested field. After the last two, the import sends another
  // form of the request.
  const isTooLong = (query: unknown) => /(?=.*limit=1000)(?=.*fields=)/.test(String(query))
  const pages = log
    .filter(({ query }) => !isTooLong(query))
    .filter(({ path, status }) => !/\/(positions|components)$/.test(path) && (status === 200 || status === undefined))
    .map(({ path, query }) => `${path}?${query}`)
  const steps = pages.filter((page, index) => page !== pages[index - 1])
  const repeats = pages.length - steps.length
  const again = steps.filter((page, index) => steps.indexOf(page) !== index)
  return [
    ...again.map((page) => `asked for twice: ${page}`),
    ...(repeats > kills ? [`${repeats} pages asked for again with ${kills} kills`] : []),
  ]
}
