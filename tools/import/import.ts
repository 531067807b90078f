/** `npm run import -- …`: the import from MoySklad as a shell command. See docs/import.md. */
import { parseArgs } from 'node:util'
import fetchCookie from 'fetch-cookie'
import { ApiError, createSessionClient } from '../../sdk/index.ts'
import { KINDS, type Kind, runImport, type Wishes } from './run.ts'
import { openTerminal } from './terminal.ts'
import { USAGE } from './words.ts'

const POLL_MS = 2_000
/** The exit code of a command that was stopped with Ctrl+C. */
const INTERRUPTED = 130

const terminal = openTerminal(process.stdin.isTTY === true && process.stdout.isTTY === true, (line) =>
  process.stdout.write(`${line}\n`),
)

function readArguments(): { url: string; wishes: Wishes } {
  const { values } = parseArgs({
    options: {
      ...{ url: { type: 'string', default: 'http://127.0.0.1:8081' }, email: { type: 'string' } },
      ...{ company: { type: 'string' }, only: { type: 'string' }, report: { type: 'string' } },
      ...{ language: { type: 'string', default: 'ru' }, yes: { type: 'boolean', default: false } },
      ...{ status: { type: 'boolean' }, pause: { type: 'boolean' }, cancel: { type: 'boolean' } },
      resume: { type: 'boolean', default: false },
    },
  })
  const only = values.only?.split(',').map((kind) => kind.trim()) ?? null
  const unknown = only?.find((kind) => !KINDS.includes(kind as Kind))
  if (unknown !== undefined) throw new Error(`--only knows ${KINDS.join(', ')}; not "${unknown}".\n\n${USAGE}`)
  const { language } = values
  if (language !== 'ru' && language !== 'en') throw new Error(`--language must be ru or en.\n\n${USAGE}`)
  const commands = (['status', 'pause', 'cancel'] as const).filter((command) => values[command] === true)
  if (commands.length + Number(values.resume) > 1)
    throw new Error(`Give one of --status, --pause, --resume, --cancel.\n\n${USAGE}`)
  if (values.report !== undefined && !/\.(xlsx|json)$/.test(values.report))
    throw new Error(`--report must be a file that ends in .xlsx or .json.\n\n${USAGE}`)
  return {
    url: values.url,
    wishes: {
      ...{ email: values.email, companyId: values.company, report: values.report, language },
      ...{ only: only as Kind[] | null, isYes: values.yes, isResume: values.resume, command: commands[0] ?? null },
    },
  }
}

try {
  const { url, wishes } = readArguments()
  const client = createSessionClient({ baseUrl: url, fetch: fetchCookie(fetch) as typeof fetch })
  const { SKLADNO_PASSWORD: password, SKLADNO_CODE: code, MOYSKLAD_TOKEN: token } = process.env
  const onInterrupt = () => process.exit(INTERRUPTED)
  const secrets = { password, code, token }
  process.exitCode = await runImport({ client, terminal, wishes, secrets, pollMs: POLL_MS, onInterrupt })
} catch (error) {
  const known = error as Error & { code?: string }
  const words = known.code?.startsWith('ERR_PARSE_ARGS') ? `${known.message}\n\n${USAGE}` : known.message
  process.stderr.write(`${error instanceof ApiError ? error.detail : words}\n`)
  process.exitCode = 1
}
