/** Loads records requested by id at the same moment in one request: visible rows request theirs one by one. */

/** The most ids a list accepts at once. */
const IDS_AT_ONCE = 100

interface Reads<T> {
  readonly many: (ids: readonly string[]) => AsyncIterable<T>
  readonly one: (id: string) => Promise<T>
}

interface Asked<T> {
  resolve(record: T | Promise<T>): void
  reject(error: unknown): void
}

/** Loads one record, batched with all others requested before the browser does anything else. */
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
      // A record missing from the list is requested on its own, so that the service says what became of it.
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
