/** Lists, page by page or record by record. */

export interface Page<T> {
  readonly items: T[]
  readonly nextCursor: string | null
  /** Of the whole list, when the query asks for them (`totals: true`): how many records, and the sums of their figures. */
  readonly totals?: Readonly<Record<string, number>>
}

/** `for await (const record of list)` gives all records, asking for pages as it comes to them; `page()` one page. */
export interface List<T> extends AsyncIterable<T> {
  /** The page that the query names, or the one at a cursor. */
  page(cursor?: string): Promise<Page<T>>
  pages(): AsyncIterable<Page<T>>
}

/** A list of what `ask` answers. */
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
