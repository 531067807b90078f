/** Reads a password that is typed without echo or comes from a pipe, so that it never appears in a process list. */
import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { text } from 'node:stream/consumers'

/** Returns the first line of the piped input. */
export async function readPipedPassword(): Promise<string> {
  return (await text(process.stdin)).split(/\r?\n/, 1)[0]!
}

/** Prompts for the password at a terminal; returns '' when there is no terminal. */
export async function askPassword(): Promise<string> {
  if (process.stdin.isTTY !== true) return ''
  process.stderr.write('Password: ')
  const unseen = new Writable({ write: (_chunk, _encoding, done) => done() })
  const terminal = createInterface({ input: process.stdin, output: unseen, terminal: true })
  try {
    return await terminal.question('')
  } finally {
    terminal.close()
    process.stderr.write('\n')
  }
}
