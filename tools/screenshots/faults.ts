/** Finds faults of a screen that a designer would not accept and a program can detect. */
import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import type { Language } from './screens.ts'

/** Latin words that may appear on Russian screens: names, formats, keys. */
const LATIN = new Set(
  `api sdk csv xlsx xls json pdf jpg jpeg png webp gif tiff heic excel ctrl enter esc tab node shift alt cmd home end page delete
  fifo qr sku id ip http https bearer chrome chromium headlesschrome firefox safari linux windows macos android ios english
  skladno example`.split(/\s+/),
)
const NARROWEST_PX = 320

/** The texts in the API's responses. They are the company's data, as opposed to the app's own texts. */
export interface Heard {
  text: string
}

/** Collects the texts of all API responses that a page receives. */
export function listen(page: Page): Heard {
  const heard: Heard = { text: '' }
  page.on('response', async (response) => {
    if (!response.url().includes('/api/') || !/json/.test(response.headers()['content-type'] ?? '')) return
    const text = await response.text().catch(() => '')
    heard.text += ` ${valuesOf(text)}`
  })
  return heard
}

/**
 * Returns the texts in a response that are data. Fixed API values such as `receipt` are left out, because no screen
 * should show them.
 */
function valuesOf(text: string): string {
  const values: string[] = []
  if (text === '') return ''
  JSON.parse(text, (_key, value: unknown) => {
    if (typeof value === 'string' && !/^[a-z][a-z_.-]*$/.test(value)) values.push(value)
    return value
  })
  return values.join(' ')
}

interface Seen {
  readonly text: string
  readonly cut: readonly string[]
  readonly nameless: readonly string[]
  readonly sideways: readonly string[]
  readonly isWide: boolean
}

/**
 * The script that examines the screen inside the page. It is plain JavaScript, because the types used in tools do not
 * include the DOM.
 */
const LOOK = readFileSync(new URL('./look.js', import.meta.url), 'utf8')
const see = async (page: Page) => (await page.evaluate(LOOK)) as Seen

const wordsIn = (text: string, letters: RegExp) => text.match(letters) ?? []

function foreignWords({ text }: Seen, language: Language, heard: string): string[] {
  const data = heard.toLowerCase()
  // Ignore addresses, codes and file names, because they belong to no language.
  const own = text.replace(/\S*[@/_\d]\S*/g, ' ')
  if (language === 'en')
    return wordsIn(own, /[а-яё]{2,}/gi).filter((word) => !data.includes(word.toLowerCase()) && word !== 'Русский')
  return wordsIn(own, /[a-z]{2,}/gi).filter(
    (word) => !LATIN.has(word.toLowerCase()) && !data.includes(word.toLowerCase()),
  )
}

/** Returns the faults of the page in its present state, each as one line of text. */
export async function faultsOf(page: Page, language: Language, heard: Heard): Promise<string[]> {
  const seen = await see(page)
  const faults = [
    // Names typed by users may be cut off on the screen; the app's own texts may not.
    ...seen.cut.filter((text) => !heard.text.includes(text)).map((text) => `cut: ${text}`),
    ...foreignWords(seen, language, heard.text).map((word) => `foreign word: ${word}`),
    ...seen.nameless.map((html) => `a control without a word: ${html}`),
    ...seen.sideways.map((head) => `a table that scrolls sideways: ${head}`),
    ...(seen.isWide ? ['the page scrolls sideways'] : []),
  ]
  const size = page.viewportSize()!
  if (size.width > NARROWEST_PX * 2) return [...new Set(faults)]
  await page.setViewportSize({ width: NARROWEST_PX, height: size.height })
  const { isWide } = await see(page)
  await page.setViewportSize(size)
  return [...new Set(isWide ? [...faults, `the page scrolls sideways at ${NARROWEST_PX} px`] : faults)]
}
