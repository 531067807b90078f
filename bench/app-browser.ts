/**
 * Measures the app in a real Chromium. All times are measured inside the page, from an event to the frame that shows
 * its result.
 */
import type { CDPSession, Page } from 'playwright-core'
import sharp from 'sharp'

const TIMEOUT_MS = 30_000

/** A JavaScript expression that becomes true once the page shows its content. It is evaluated in each frame. */
export type Shown = string

export const rowsShown: Shown = `document.querySelectorAll('[role="row"][data-index]').length > 5`
const ROW_COUNT = `Number(document.querySelector('[role="grid"]')?.getAttribute('aria-rowcount')) - 1`
export const rowCountIs = (count: number): Shown => `${ROW_COUNT} === ${count}`
export const rowCountBetween = (from: number, to: number): Shown => `${ROW_COUNT} >= ${from} && ${ROW_COUNT} <= ${to}`
export const panelIs = (name: string): Shown =>
  `[...document.querySelectorAll('h1, h2')].some((one) => one.textContent === ${JSON.stringify(name)})`
export const focusIn = (label: string): Shown =>
  `(document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.labels?.[0]?.textContent ?? '').startsWith(${JSON.stringify(label)})`

/**
 * Waits until the expression is true, checking it in each frame. The expression is evaluated through the debugger,
 * because the page's Content-Security-Policy forbids `eval`.
 */
export async function until(page: Page, shown: Shown): Promise<number> {
  const found = page.evaluate(`new Promise((resolve) => {
    const look = () => (${shown}) ? resolve(performance.now()) : requestAnimationFrame(look)
    look()
  })`)
  return inTime(found, shown)
}

async function inTime(found: Promise<unknown>, shown: Shown): Promise<number> {
  const late = new Promise((_resolve, reject) => {
    setTimeout(() => reject(new Error(`It was not shown in time: ${shown}`)), TIMEOUT_MS).unref()
  })
  return (await Promise.race([found, late])) as number
}

/** Opens a page. Returns the milliseconds from the start of the navigation until the content is shown. */
export async function openedIn(page: Page, path: string, shown: Shown): Promise<number> {
  await page.goto(path, { waitUntil: 'commit' })
  return until(page, shown)
}

/**
 * Returns the milliseconds from the next event of the given type until the content is shown. `act` causes the event.
 */
export async function shownAfter(
  page: Page,
  event: 'keydown' | 'click',
  shown: Shown,
  act: () => Promise<void>,
): Promise<number> {
  // Do not await the promise: the event that it waits for has not been triggered yet.
  await page.evaluate(`void (window.measured = new Promise((resolve) => {
    document.addEventListener(${JSON.stringify(event)}, (cause) => {
      const look = () => (${shown}) ? resolve(performance.now() - cause.timeStamp) : requestAnimationFrame(look)
      requestAnimationFrame(look)
    }, { capture: true, once: true })
  }))`)
  await act()
  return inTime(page.evaluate('window.measured'), shown)
}

/**
 * Returns the total size in bytes of the JavaScript that a page loads, as if compressed with gzip, whichever encoding
 * was actually sent.
 */
export async function scriptBytes(page: Page, path: string, shown: Shown): Promise<number> {
  const scripts = new Set<string>()
  const note = (request: { resourceType(): string; url(): string }) => {
    if (request.resourceType() === 'script') scripts.add(request.url())
  }
  page.on('request', note)
  await openedIn(page, path, shown)
  page.off('request', note)
  let bytes = 0
  for (const url of scripts) {
    const response = await page.context().request.get(url, { headers: { 'accept-encoding': 'gzip' } })
    const { 'content-length': length } = response.headers()
    bytes += length === undefined ? (await response.body()).length : Number(length)
  }
  return bytes
}

export interface Recording {
  readonly frames: number
  /** The number of frames in which part of the visible list was empty. */
  readonly emptyFrames: number
}

/**
 * The height, in pixels, of the bands in which each frame is checked. It is two and a half rows, so every band must
 * contain text.
 */
const BAND_PX = 90
/** The grey value from which a pixel counts as background. The text of a row is darker. */
const PAPER = 200

/** Records the screen while scrolling through the list, and counts the frames in which part of the list has no text. */
export async function recordScrolling(page: Page, session: CDPSession, wheelPx: number): Promise<Recording> {
  const box = await page.locator('[role="grid"]').boundingBox()
  if (box === null) throw new Error('There is no list to scroll')
  const pictures: Buffer[] = []
  session.on('Page.screencastFrame', ({ data, sessionId }) => {
    pictures.push(Buffer.from(data, 'base64'))
    void session.send('Page.screencastFrameAck', { sessionId })
  })
  await session.send('Page.startScreencast', { format: 'jpeg', quality: 80, everyNthFrame: 1 })
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
  for (const direction of [1, -1])
    for (let step = 0; step < 60; step += 1) {
      await page.mouse.wheel(0, direction * wheelPx)
      await page.evaluate('new Promise(requestAnimationFrame)')
    }
  await session.send('Page.stopScreencast')
  let emptyFrames = 0
  for (const picture of pictures) if (await hasEmptyBand(picture, box)) emptyFrames += 1
  return { frames: pictures.length, emptyFrames }
}

interface Box {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

async function hasEmptyBand(picture: Buffer, box: Box): Promise<boolean> {
  const { data, info } = await sharp(picture).grayscale().raw().toBuffer({ resolveWithObject: true })
  const [left, right] = [Math.round(box.x), Math.min(info.width, Math.round(box.x + box.width / 2))]
  const bottom = Math.min(info.height, Math.round(box.y + box.height))
  for (let top = Math.round(box.y) + BAND_PX / 2; top + BAND_PX <= bottom; top += BAND_PX) {
    let isEmpty = true
    for (let y = top; y < top + BAND_PX && isEmpty; y += 1)
      for (let x = left; x < right && isEmpty; x += 1)
        isEmpty = data[y * info.width * info.channels + x * info.channels]! > PAPER
    if (isEmpty) return true
  }
  return false
}
