/** The texts that the import prints in a shell. */
import type { ImportJob, ImportProblemGroup } from '../../sdk/index.ts'

export type Language = 'ru' | 'en'

const STAGES = { reading: 'Reading MoySklad', planning: 'Planning', applying: 'Writing' } as const

/** Puts the progress into words, for example `Reading MoySklad: product 2,000 of 5,000, about 3 min left`. */
export function progressWords({ progress, pausedUntil, error }: ImportJob, language: Language): string {
  const { stage, entity, done, total, estimatedRemainingSeconds: left } = progress
  const what = entity === null ? '' : `: ${entity.replaceAll('_', ' ')}`
  const count = total === null ? '' : ` ${figure(done)} of ${figure(total)}`
  const rest = left === null ? '' : `, about ${timeWords(left)} left`
  const waits = pausedUntil === undefined ? '' : `; waits until ${pausedUntil}${reasonOf(error, language)}`
  return `${STAGES[stage]}${what}${count}${rest}${waits}`
}

const reasonOf = (error: ImportJob['error'], language: Language) =>
  error === undefined ? '' : `: ${errorWords(error, language)}`

export const errorWords = ({ message, messageEn }: NonNullable<ImportJob['error']>, language: Language) =>
  language === 'ru' ? message : messageEn

const figure = (value: number) => value.toLocaleString('en-US')

function timeWords(seconds: number): string {
  if (seconds < 90) return `${Math.max(1, Math.round(seconds))} s`
  const minutes = Math.round(seconds / 60)
  return minutes < 120 ? `${minutes} min` : `${Math.round(minutes / 60)} h`
}

/** Formats how many records an import will write, and how many of them are already written. */
export function countsWords({ counts, phase }: ImportJob): string {
  const { create, update, unchanged, problem, written, failed } = counts
  const planned = `create ${figure(create)}, update ${figure(update)}, unchanged ${figure(unchanged)}, not transferred ${figure(problem)}`
  return phase === 'preview' ? planned : `${planned}; written ${figure(written)}, failed ${figure(failed)}`
}

const SIGNS: Record<ImportProblemGroup['severity'], string> = { error: '✗', warning: '!', info: '·' }

/** Returns a line for each problem that needs attention, and one line for all other problems. */
export function problemLines(groups: readonly ImportProblemGroup[], language: Language): string[] {
  const wanted = groups.filter(({ severity }) => severity !== 'info')
  const notes = groups.length - wanted.length
  return [
    ...wanted.map((group) => {
      const { severity, rows, message, messageEn } = group
      return `${SIGNS[severity]} ${figure(rows).padStart(6)}  ${language === 'ru' ? message : messageEn}`
    }),
    ...(notes === 0 ? [] : [`${SIGNS.info} ${notes} more kinds of remarks need no action; the report lists them all.`]),
  ]
}

export const GOES_ON =
  'The service continues the import by itself. Run this again to watch it; --pause pauses it, --cancel ends it for good.'

export const USAGE = `Usage: npm run import -- [--url http://127.0.0.1:8081] --email anna@example.org
  Imports from MoySklad into the company of an owner: connects, reads and plans, shows what would happen, asks, and writes.

  --url URL          the session address of the service
  --email E-MAIL     the account to sign in with; the password is asked for, or taken from SKLADNO_PASSWORD;
                     a two-factor code is asked for, or taken from SKLADNO_CODE
  --company ID       the company, if you own several
  --only KINDS       any of products,partners,warehouses,organizations,purchases; all by default
  --language ru|en   the language of the problems
  --report FILE      saves the whole report, as a spreadsheet (.xlsx) or JSON (.json)
  --yes              writes without asking
  --status           shows the progress of the import, and exits
  --pause, --resume, --cancel

  The MoySklad token is asked for, or taken from MOYSKLAD_TOKEN. It is never an argument, because other users of the machine can see arguments.`
