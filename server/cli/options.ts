/** Reads the options of a shell command, and prints its result or the error. */
import { parseArgs } from 'node:util'

/** Parses options that each take a value. For any other argument, throws an error that shows the usage. */
export function optionsOf<T extends string>(names: readonly T[], usage: string): Partial<Record<T, string>> {
  try {
    const options = Object.fromEntries(names.map((name) => [name, { type: 'string' as const }]))
    return parseArgs({ options }).values as Partial<Record<T, string>>
  } catch (error) {
    throw new Error(`${(error as Error).message}\n${usage}`)
  }
}

/** Prints the result as one JSON line on stdout, or the error on stderr. */
export async function answer(run: () => Promise<object>): Promise<void> {
  try {
    process.stdout.write(`${JSON.stringify(await run())}\n`)
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n`)
    process.exitCode = 1
  }
}
