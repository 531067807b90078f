/** Types for lists that can be read page by page or record by record. */

export interface Page<T> {
  readonly items: T[]
  readonly nextCursor: string | null
  /**
   * Totals of the whole list, if the query asks for them (`totals: true`): the number of records and the sums of their
   * numeric fields.
   */
  readonly totals?: Readonly<Record<string, number>>
}

/**
 * A list to iterate over: `for await (const record of list)` yields all records, loading pages as needed; `page()`
 * returns one page.
 */
export interface List<T> extends AsyncIterable<T> {
  /** Loads the page that begins at the cursor. Without a cursor, loads the page that the query describes. */
  page(cursor?: string): Promise<Page<T>>
  pages(): AsyncIterable<Page<T>>
}

/** Makes a list from a function that loads its pages. */
export function listOf<T>(ask: (cursor?: string) => Promise<Page<T>>): List<T> {
  async function* pages(): AsyncGenerator<Page<T>, void> {
    let cursor: string | undefined
    do {
      const page = await ask(cursor)
      yield page
      cursor = page.nextCursor ?? undefined
    } while (cursor !== undefined)
  }
  return {
    page: ask,
    pages,
    async *[Symbol.asyncIterator]() {
      for await (const { items } of pages()) yield* items
    },
  }
}
