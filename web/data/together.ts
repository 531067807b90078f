/**
 * Combines requests for single records that are made at the same moment into one request. Each visible row of a list
 * requests its own records.
 */

/** The maximum number of ids that a list request accepts. */
const IDS_AT_ONCE = 100

interface Reads<T> {
  readonly many: (ids: readonly string[]) => AsyncIterable<T>
  readonly one: (id: string) => Promise<T>
}

interface Asked<T> {
  resolve(record: T | Promise<T>): void
  reject(error: unknown): void
}

/** Returns a function that loads one record. Calls made before the next microtask are combined into one request. */
export function readingTogether<T extends { readonly id: string }>({
  many,
  one,
}: Reads<T>): (id: string) => Promise<T> {
  let waiting = new Map<string, Asked<T>[]>()

  const readChunk = async (chunk: readonly (readonly [string, readonly Asked<T>[]])[]) => {
    const answer = (asked: readonly Asked<T>[], record: T | Promise<T>) => {
      for (const { resolve } of asked) resolve(record)
    }
    if (chunk.length === 1) return answer(chunk[0]![1], one(chunk[0]![0]))
    try {
      const found = new Map<string, T>()
      for await (const record of many(chunk.map(([id]) => id))) found.set(record.id, record)
      // A record missing from the list is requested separately, so that the server's response says what happened to it.
      for (const [id, asked] of chunk) answer(asked, found.get(id) ?? one(id))
    } catch (error) {
      for (const [, asked] of chunk) for (const { reject } of asked) reject(error)
    }
  }

  const readAll = () => {
    const all = [...waiting]
    waiting = new Map()
    for (let at = 0; at < all.length; at += IDS_AT_ONCE) void readChunk(all.slice(at, at + IDS_AT_ONCE))
  }

  return (id) =>
    new Promise((resolve, reject) => {
      if (waiting.size === 0) queueMicrotask(readAll)
      waiting.set(id, [...(waiting.get(id) ?? []), { resolve, reject }])
    })
}
