/** A password that stands in no list of processes: typed without being shown, or from what is piped in. */
import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { text } from 'node:stream/consumers'

/** The first line of what comes in. */
export async function readPipedPassword(): Promise<string> {
  return (await text(process.stdin)).split(/\r?\n/, 1)[0]!
}

/** Asks for it, where somebody sits at a terminal; '' elsewhere. */
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
