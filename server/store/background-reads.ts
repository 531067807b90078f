/** Lets PostgreSQL processes that read for long give way to those that answer requests, if they run on this machine. */
import { readFileSync, writeFileSync } from 'node:fs'
import { constants, setPriority } from 'node:os'
import type pg from 'pg'

/** Fields of a driver connection that the driver's types do not declare: the server's address and process id. */
interface Served {
  readonly host: string
  readonly processID: number
}

/** Connections whose processes have a lower priority. An ordinary user cannot raise it again. */
const lowered = new WeakSet<pg.ClientBase>()

/** Whether the process that serves a connection has a lower priority, so that the connection must not be used again. */
export const gaveWay = (tx: pg.ClientBase): boolean => lowered.has(tx)

/**
 * Lowers the priority of the process that serves a connection: where the processor is busy, other processes get nine times
 * as much of it. Does nothing when the process runs on another machine or in a container, or the system is not Linux.
 */
export function giveWay(tx: pg.ClientBase): void {
  const { host, processID } = tx as unknown as Served
  if (!host.startsWith('/')) return
  const folder = `/proc/${processID}`
  const { PRIORITY_BELOW_NORMAL } = constants.priority
  try {
    if (!readFileSync(`${folder}/cmdline`, 'utf8').startsWith('postgres:')) return
    setPriority(processID, PRIORITY_BELOW_NORMAL)
    lowered.add(tx)
    // Linux may first share the processor between sessions, and each process of PostgreSQL is a session of its own. The
    // priority of a process then counts only within its session.
    writeFileSync(`${folder}/autogroup`, String(PRIORITY_BELOW_NORMAL))
  } catch {
    // Not every system permits this. Reading is then as fast as everything else.
  }
}
