/** Positions in PostgreSQL's write-ahead log (WAL), and the names of the WAL files. */

/** A position in the WAL, as a byte offset. */
export type Lsn = bigint

/** The properties that WAL file names depend on. */
export interface WalShape {
  readonly timeline: number
  /** The size of each WAL file, in bytes. */
  readonly segmentBytes: number
}

/** Parses a position in PostgreSQL's text format, such as `0/16B3748`. */
export function parseLsn(text: string): Lsn {
  const [, high, low] = /^([0-9A-F]{1,8})\/([0-9A-F]{1,8})$/.exec(text) ?? []
  if (high === undefined || low === undefined) throw new Error(`Not a position in the WAL: ${text}`)
  return (BigInt(`0x${high}`) << 32n) | BigInt(`0x${low}`)
}

export const printLsn = (lsn: Lsn): string =>
  `${(lsn >> 32n).toString(16)}/${(lsn & 0xffff_ffffn).toString(16)}`.toUpperCase()

/** Returns the position at which the WAL file containing a given position begins. */
export const segmentStart = (lsn: Lsn, { segmentBytes }: WalShape): Lsn => lsn - (lsn % BigInt(segmentBytes))

/** Returns the name of the WAL file that contains a position. */
export function segmentName(lsn: Lsn, { timeline, segmentBytes }: WalShape): string {
  const number = lsn / BigInt(segmentBytes)
  const perLog = 0x1_0000_0000n / BigInt(segmentBytes)
  return [BigInt(timeline), number / perLog, number % perLog]
    .map((part) => part.toString(16).toUpperCase().padStart(8, '0'))
    .join('')
}
