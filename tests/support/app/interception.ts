/** Lets a test answer some of a page's requests itself, or withhold the service's responses to them. */
import type { BrowserContext, Page, Route } from 'playwright-core'

export interface Intercepted {
  /** The URLs to intercept, in a form that Playwright's `route` accepts. */
  readonly url: string | RegExp
  /** The method of the requests to intercept; if it is omitted, requests with any method are intercepted. */
  readonly method?: string
}

/**
 * Passes matching requests to `handle` until `release` is called; after that they reach the service. Playwright's
 * `unroute` is not used: if called while a page loads, it leaves a request without a response in about one of ten page
 * loads, and the page stays empty.
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
  /** Returns how many intercepted requests the service carried out while the page got no response. */
  count(): number
  release(): void
}

/** Lets matching requests reach the service, but withholds the responses from the page until released. */
export async function loseAnswers(target: Page | BrowserContext, what: Intercepted): Promise<LostAnswers> {
  let done = 0
  const release = await intercept(target, what, async (route) => {
    await route.fetch()
    done += 1
  })
  return { count: () => done, release }
}
