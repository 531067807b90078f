/** Reads the options of a shell command, and prints its answer or what went wrong. */
import { parseArgs } from 'node:util'

/** Returns the named options, each with a value. Throws the usage for anything else. */
export function optionsOf<T extends string>(names: readonly T[], usage: string): Partial<Record<T, string>> {
  try {
    const options = Object.fromEntries(names.map((name) => [name, { type: 'string' as const }]))
    return parseArgs({ options }).values as Partial<Record<T, string>>
  } catch (error) {
    throw new Error(`${(error as Error).message}\n${usage}`)
  }
}

/** Prints the answer as one JSON line on stdout, or the error on stderr. */
export async function answer(run: () => Promise<object>): Promise<void> {
  try {
    process.stdout.write(`${JSON.stringify(await run())}\n`)
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n`)
    process.exitCode = 1
  }
}
