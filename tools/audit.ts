/**
 * `npm run audit`: lists known vulnerabilities in the packages that an installed server uses. Fails if the registry
 * reports a vulnerability of severity high or critical. If the registry does not respond or does not support audits,
 * prints a message and succeeds.
 */
import { spawnSync } from 'node:child_process'

const MAX_WAIT_MS = 60_000
const GRAVE = ['high', 'critical'] as const

interface Hole {
  readonly name: string
  readonly severity: string
  readonly range: string
  readonly via: readonly (string | { readonly title: string; readonly url: string })[]
}

interface Audit {
  readonly vulnerabilities: Readonly<Record<string, Hole>>
}

/** Parses the output of `npm audit --json`. Returns null if the output does not contain the registry's report. */
export function readAudit(printed: string): Audit | null {
  try {
    const answer = JSON.parse(printed) as Partial<Audit>
    return answer.vulnerabilities === undefined ? null : (answer as Audit)
  } catch {
    return null
  }
}

/** Returns a line for each vulnerable package, and whether any vulnerability is high or critical. */
export function report({ vulnerabilities }: Audit): { readonly lines: string[]; readonly isGrave: boolean } {
  const holes = Object.values(vulnerabilities)
  const lines = holes.map(({ name, severity, range, via }) => {
    const reasons = via.map((one) => (typeof one === 'string' ? `through ${one}` : `${one.title} (${one.url})`))
    return `${severity}: ${name} ${range}: ${reasons.join('; ')}`
  })
  return { lines: lines.sort(), isGrave: holes.some(({ severity }) => GRAVE.some((grave) => grave === severity)) }
}

if (import.meta.main) {
  const call = ['audit', '--json', '--omit=dev', '--fetch-retries=0', `--fetch-timeout=${MAX_WAIT_MS / 2}`]
  const { stdout } = spawnSync('npm', call, {
    encoding: 'utf8',
    timeout: MAX_WAIT_MS,
    shell: process.platform === 'win32',
  })
  const audit = readAudit(stdout ?? '')
  if (audit === null) console.log('audit: no registry answered; nothing is known')
  else {
    const { lines, isGrave } = report(audit)
    for (const line of lines) console.log(line)
    console.log(`audit: ${lines.length} packages with known vulnerabilities`)
    if (isGrave) process.exit(1)
  }
}
