/** Runs the shell commands of the service, as an operator does. */
import { execFile } from 'node:child_process'
import type { Json } from './client.ts'

export interface ShellPlace {
  readonly databaseUrl: string
  /** The path of the folder in which files are stored. */
  readonly files: string
}

export interface Ran {
  readonly code: number
  /** The JSON that was printed, or null if the output is not JSON. */
  readonly json: Json
  readonly stdout: string
  readonly stderr: string
}

/** Runs `npm run <command>`. `input` is piped to the process; aborting `signal` kills it. */
export function runShell(
  { databaseUrl, files }: ShellPlace,
  [command, ...args]: readonly [string, ...string[]],
  { input = '', signal, env: more = {} }: { input?: string; signal?: AbortSignal; env?: Record<string, string> } = {},
): Promise<Ran> {
  const env = { ...process.env, DATABASE_URL: databaseUrl, FILES_URL: `file://${files}`, ...more }
  return new Promise((resolve) => {
    const options = { env, killSignal: 'SIGKILL', ...(signal && { signal }) } as const
    const child = execFile(
      process.execPath,
      [`server/cli/${command}.ts`, ...args],
      options,
      (error, stdout, stderr) => {
        const json = stdout.startsWith('{') ? JSON.parse(stdout) : null
        resolve({ code: error === null ? 0 : Number(error.code ?? -1), json, stdout, stderr })
      },
    )
    child.stdin!.on('error', () => undefined)
    child.stdin!.end(input)
  })
}
