/** Ending a statement that nobody waits for any more. */
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'

/** A request to cancel may come between two statements: so often it is made, each time after a pause. */
const TRIES = 5
const PAUSE_MS = 100
/** How long the server may take to hear of it. */
const TELLING_MS = 1_000

/** What the driver has of a connection, and its types do not tell: what PostgreSQL wants to be told with a request to cancel. */
interface Cancellable {
  readonly host: string
  readonly port: number
  readonly processID: number
  readonly secretKey: unknown
}

/** The same of a connection that a request to cancel is sent over. */
interface Canceller {
  connect(portOrSocket: number | string, host?: string): void
  cancel(processId: number, secretKey: unknown): void
}

/**
 * Ends what runs on a connection.
 * @param running what waits for it, and asks for no more once a statement failed.
 * @returns true when it ended: the connection can be used for something else.
 */
export async function endRunning(client: pg.PoolClient, running: Promise<unknown>): Promise<boolean> {
  const ended = running.then(
    () => true,
    () => true,
  )
  for (let tries = 0; tries < TRIES; tries += 1) {
    await askToCancel(client as unknown as Cancellable)
    if (await Promise.race([ended, sleep(PAUSE_MS, false)])) return true
  }
  return false
}

/** Over a connection of its own, as the protocol has it. Resolves when the server has heard, or will not. */
async function askToCancel({ host, port, processID, secretKey }: Cancellable): Promise<void> {
  const connection = new pg.Connection()
  const { promise: closed, resolve } = Promise.withResolvers<void>()
  const telling = connection as unknown as Canceller
  connection.once('connect', () => telling.cancel(processID, secretKey))
  // The server closes the connection once it passed the request on.
  for (const event of ['end', 'error']) connection.on(event, () => resolve())
  if (host.startsWith('/')) telling.connect(`${host}/.s.PGSQL.${port}`)
  else telling.connect(port, host)
  const giveUp = setTimeout(resolve, TELLING_MS)
  await closed
  clearTimeout(giveUp)
  connection.stream.destroy()
}
