/** Cancels a running statement whose result is no longer needed. */
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'

/**
 * How many times a cancel request is sent, with a pause after each. It is repeated because a request that arrives
 * between two statements has no effect.
 */
const TRIES = 5
const PAUSE_MS = 100
/** The maximum time, in milliseconds, to wait until the server has received the cancel request. */
const TELLING_MS = 1_000

/**
 * Fields of a driver connection that are not declared in the driver's types. PostgreSQL needs them in a cancel request.
 */
interface Cancellable {
  readonly host: string
  readonly port: number
  readonly processID: number
  readonly secretKey: unknown
}

/** Methods of a driver connection that are not declared in the driver's types. They send a cancel request. */
interface Canceller {
  connect(portOrSocket: number | string, host?: string): void
  cancel(processId: number, secretKey: unknown): void
}

/**
 * Cancels the statement that runs on a connection.
 * @param running the work that uses the connection; it sends no more statements once one has
 * failed.
 * @returns true when the work ended, so that the connection can be used again.
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

/**
 * Sends the request over a separate connection, as the protocol requires. Resolves when the server
 * has received the request, or when sending failed.
 */
async function askToCancel({ host, port, processID, secretKey }: Cancellable): Promise<void> {
  const connection = new pg.Connection()
  const { promise: closed, resolve } = Promise.withResolvers<void>()
  const telling = connection as unknown as Canceller
  connection.once('connect', () => telling.cancel(processID, secretKey))
  // The server closes the connection once it has forwarded the cancel request.
  for (const event of ['end', 'error']) connection.on(event, () => resolve())
  if (host.startsWith('/')) telling.connect(`${host}/.s.PGSQL.${port}`)
  else telling.connect(port, host)
  const giveUp = setTimeout(resolve, TELLING_MS)
  await closed
  clearTimeout(giveUp)
  connection.stream.destroy()
}
