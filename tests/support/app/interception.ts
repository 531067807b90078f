/** Lets a test answer some of a page's requests itself for a while, or lose their answers. */
import type { BrowserContext, Page, Route } from 'playwright-core'

export interface Intercepted {
  /** As accepted by Playwright's `route`. */
  readonly url: string | RegExp
  /** Only requests with this method; all methods by default. */
  readonly method?: string
}

/**
 * Has `handle` answer matching requests until `release` is called; after that they pass. Tests do not use `unroute`: called
 * while a page loads, it leaves one request in ten loads without an answer, and the page empty.
 */
export async function intercept(
  target: Page | BrowserContext,
  { url, method }: Intercepted,
  handle: (route: Route) => unknown,
): Promise<() => void> {
  let isReleased = false
  await target.route(url, async (route) => {
    const isMeant = method === undefined || route.request().method() === method
    await (isReleased || !isMeant ? route.continue() : handle(route))
  })
  return () => {
    isReleased = true
  }
}

export interface LostAnswers {
  /** Returns how many requests were carried out but never answered. */
  count(): number
  release(): void
}

/** Lets matching requests reach the service, but withholds their answers from the page until released. */
export async function loseAnswers(target: Page | BrowserContext, what: Intercepted): Promise<LostAnswers> {
  let done = 0
  const release = await intercept(target, what, async (route) => {
    await route.fetch()
    done += 1
  })
  return { count: () => done, release }
}
