/** Moves through the app from page to page without reloading it. */
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import type { Json } from '../node/client.ts'

// These globals exist only in the browser, where part of this code runs.
declare const document: Json
declare const history: Json

/** The part of the app's router that these tests use. */
interface Router {
  readonly state: {
    readonly status: string
    readonly resolvedLocation?: { readonly pathname: string }
    readonly location: { readonly pathname: string }
    readonly matches: readonly { readonly fullPath: string }[]
  }
  readonly routesByPath: Record<string, { readonly options: { readonly component?: unknown } }>
}

/**
 * Returns the pattern of every page in the app's router, such as `/orders/$id`. Routes without a component only
 * redirect, so they are left out.
 */
export const kindsOfPages = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const { routesByPath } = (globalThis as unknown as { __TSR_ROUTER__: Router }).__TSR_ROUTER__
    return Object.keys(routesByPath).filter((path) => routesByPath[path]!.options.component !== undefined)
  })

/** Goes to a page, waits until it has loaded completely, and returns the pattern of its address. */
export async function walkTo(page: Page, address: string): Promise<string> {
  await page.evaluate((to) => history.pushState({}, '', to), address)
  const isThere = () =>
    page.evaluate(() => {
      const { state } = (globalThis as unknown as { __TSR_ROUTER__: Router }).__TSR_ROUTER__
      const isOpen = state.status === 'idle' && state.location.pathname === state.resolvedLocation?.pathname
      const waiting = '[aria-busy="true"], .mantine-Skeleton-root, .mantine-Loader-root'
      return isOpen && document.querySelector('h1') !== null && document.querySelector(waiting) === null
    })
  await expect.poll(isThere, { timeout: 20_000, message: address }).toBe(true)
  return page.evaluate(() => {
    const { state } = (globalThis as unknown as { __TSR_ROUTER__: Router }).__TSR_ROUTER__
    return state.matches.at(-1)!.fullPath.replace(/(.)\/$/, '$1')
  })
}
