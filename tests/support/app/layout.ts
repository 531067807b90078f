/** Finds page content that is hidden on a narrow screen or at a large zoom. */
import type { Page } from 'playwright-core'
import type { Json } from '../node/client.ts'

// These types and globals exist only in the browser, where part of this code runs.
type Element = Json
type HTMLInputElement = Json
declare const document: Json
declare const innerWidth: number
declare const requestAnimationFrame: Json
declare const getComputedStyle: Json

export interface Size {
  readonly width: number
  readonly height: number
}

/** The screen of the narrowest telephone, and that of a desktop of 1280 × 800 at 200 % zoom. */
export const NARROW: readonly Size[] = [
  { width: 320, height: 640 },
  { width: 640, height: 400 },
]

/**
 * Reports a page that is wider than the screen, controls that cannot be reached, and text that is cut off without an
 * ellipsis or scroll bar.
 */
export async function lostAt(page: Page, size: Size): Promise<string[]> {
  await page.setViewportSize(size)
  const lost = await page.evaluate(async () => {
    const found: string[] = []
    // Wait until the app has been rendered at the new size.
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
    const { scrollWidth } = document.documentElement
    if (scrollWidth > innerWidth) found.push(`the page is ${scrollWidth} wide`)
    const told = (one: Element) => one.outerHTML.slice(0, 160)
    const isThere = (one: Element) => {
      const { width, height } = one.getBoundingClientRect()
      return one.checkVisibility({ opacityProperty: true, visibilityProperty: true }) && width > 1 && height > 1
    }
    const scope = document.querySelector('[aria-modal="true"]') ?? document.body
    const controls = 'a[href]:not(.skip), button, input:not([type="file"]), select, textarea, [role="tab"], summary'
    for (const one of scope.querySelectorAll(controls)) {
      if (!isThere(one)) continue
      one.scrollIntoView({ block: 'center', inline: 'center' })
      const { left, top, width, height } = one.getBoundingClientRect()
      const hit = document.elementFromPoint(left + width / 2, top + height / 2)
      const labels = [...((one as HTMLInputElement).labels ?? [])]
      const isHit = hit !== null && [one, ...labels].some((part) => part.contains(hit) || hit.contains(part))
      if (!isHit) found.push(`out of reach: ${told(one)}, in its place ${hit === null ? 'nothing' : told(hit)}`)
    }
    for (const one of scope.querySelectorAll('*')) {
      const hasText = [...one.childNodes].some((node) => node.nodeType === 3 && node.textContent?.trim())
      if (!hasText || one.scrollWidth <= one.clientWidth + 1 || !isThere(one)) continue
      const { overflowX, textOverflow } = getComputedStyle(one)
      if (/hidden|clip/.test(overflowX) && textOverflow === 'clip') found.push(`cut: ${told(one)}`)
    }
    return found
  })
  return lost.map((one) => `${size.width} px: ${one}`)
}
