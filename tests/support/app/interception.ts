/** Requests of a page that a test answers in its own way for a while, or whose answers it loses. */
import type { BrowserContext, Page, Route } from 'playwright-core'

export interface Intercepted {
  /** As Playwright's `route` takes it. */
  readonly url: string | RegExp
  /** Only requests of this method; all, unless it is given. */
  readonly method?: string
}

/**
 * Has `handle` take the requests that match until they are released: from then on they pass. `release` is what it gives.
 *
 * Tests do not `unroute`: switched off while a page loads, the interception leaves one request in ten loads without an
 * answer, and the page empty.
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
  /** How many requests were done, and never answered. */
  count(): number
  release(): void
}

/** Requests arrive and are done, but until they are released the page never hears of it. */
export async function loseAnswers(target: Page | BrowserContext, what: Intercepted): Promise<LostAnswers> {
  let done = 0
  const release = await intercept(target, what, async (route) => {
    await route.fetch()
    done += 1
  })
  return { count: () => done, release }
}
