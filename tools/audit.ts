/**
 * `npm run audit`: known holes in the packages that an installed service has. Ends with 1 when the registry knows of a high or critical one;
 * a registry that does not answer, or knows no audits, is said and fails nothing.
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

/** What `npm audit --json` printed; null: no answer of a registry. */
export function readAudit(printed: string): Audit | null {
  try {
    const answer = JSON.parse(printed) as Partial<Audit>
    return answer.vulnerabilities === undefined ? null : (answer as Audit)
  } catch {
    return null
  }
}

/** A line for each package with a hole, the grave ones told apart. */
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
    console.log(`audit: ${lines.length} packages with known holes`)
    if (isGrave) process.exit(1)
  }
}
