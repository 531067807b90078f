/**
 * `npm run screenshots -- [--screen orders,product] [--state full] [--language ru] [--theme light] [--device phone]
 * [--folder tmp/screenshots]`: takes pictures of every screen of the app, for an empty and an active company, and with
 * failing requests. Reports truncated texts, words in the wrong language, controls without a label and pages that
 * scroll sideways, and exits with 1 if it finds any. `--guide docs/guide` takes only the guide's pictures and writes
 * them there as WebP.
 */
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Browser as Chromium, Page } from 'playwright-core'
import { startChromium } from '../tests/support/app/chromium.ts'
import { visit } from '../tests/support/app/visitors.ts'
import type { Browser } from '../tests/support/node/browser.ts'
import { emptyCompany, type Facts, filledCompany } from './screenshots/company.ts'
import { writeContactSheet } from './screenshots/contact-sheet.ts'
import { faultsOf, type Heard, listen } from './screenshots/faults.ts'
import { GUIDE, writeGuide } from './screenshots/guide.ts'
import { addressOf, type Language, SCREENS, type Screen } from './screenshots/screens.ts'
import { startSite } from './screenshots/site.ts'

const STATES = ['full', 'empty', 'failing', 'offline'] as const
const LANGUAGES = ['ru', 'en'] as const
const THEMES = ['light', 'dark'] as const
const DEVICES = ['desk', 'phone'] as const
const SIZES = { desk: { width: 1440, height: 900 }, phone: { width: 360, height: 740 } }
const LOCALES = { ru: 'ru-RU', en: 'en-GB' }
/**
 * How many milliseconds to wait for a screen to stop loading. After this time a fault is reported and the picture is
 * taken anyway.
 */
const SETTLED_MS = 25_000
const LOOK_EVERY_MS = 50
const STEP_MS = 5_000
/** How many more milliseconds to wait for animations and late rendering, such as charts. */
const REST_MS = 250
/** How many more milliseconds to wait for a menu whose button was pressed before the menu's code was loaded. */
const MENU_MS = 600

/** A JavaScript expression that is true in a page that has content and is not loading anything. */
const SETTLED = `document.readyState === 'complete' && document.body.innerText.trim() !== '' &&
  document.querySelector('[aria-busy="true"], .mantine-Skeleton-root, .mantine-Loader-root') === null`

type State = (typeof STATES)[number]

interface Variant {
  readonly language: Language
  readonly theme: (typeof THEMES)[number]
  readonly device: (typeof DEVICES)[number]
}

interface Wishes {
  readonly screens: readonly Screen[]
  readonly states: readonly State[]
  readonly variants: readonly Variant[]
  readonly folder: string
  /** The folder for the guide's pictures. If given, only those pictures are taken. */
  readonly guide: string | undefined
}

function chosen<T extends string>(all: readonly T[], given: string | undefined): readonly T[] {
  const names = given?.split(',') ?? all
  const unknown = names.find((name) => !all.includes(name as T))
  if (unknown !== undefined) throw new Error(`"${unknown}" is not one of: ${all.join(', ')}`)
  return names as readonly T[]
}

function readWishes(): Wishes {
  const text = { type: 'string' } as const
  const { values } = parseArgs({
    options: { screen: text, state: text, language: text, theme: text, device: text, folder: text, guide: text },
  })
  const isGuide = values.guide !== undefined
  const names = chosen(
    SCREENS.map(({ name }) => name),
    isGuide ? GUIDE.map(({ screen }) => screen).join() : values.screen,
  )
  const variants = chosen(LANGUAGES, values.language).flatMap((language) =>
    chosen(THEMES, isGuide ? 'light' : values.theme).flatMap((theme) =>
      chosen(DEVICES, values.device).map((device) => ({ language, theme, device })),
    ),
  )
  return {
    screens: SCREENS.filter(({ name }) => names.includes(name)),
    states: chosen(STATES, isGuide ? 'full,empty' : values.state),
    variants,
    folder: values.folder ?? 'tmp/screenshots',
    guide: values.guide,
  }
}

/** Waits until the page has content and nothing on it is loading or moving. */
async function settle(page: Page): Promise<void> {
  // Poll with `evaluate`, because the page's Content-Security-Policy does not allow waitForFunction.
  const lastAt = Date.now() + SETTLED_MS
  while (!(await page.evaluate(SETTLED))) {
    if (Date.now() > lastAt) throw new Error('it keeps changing')
    await page.waitForTimeout(LOOK_EVERY_MS)
  }
  await page.waitForTimeout(REST_MS)
}

interface Scene {
  readonly page: Page
  readonly heard: Heard
  readonly variant: Variant
  readonly folder: string
}

/** Takes one picture. Returns the faults found on the screen. */
async function take({ page, heard, variant, folder }: Scene, screen: Screen, address: string): Promise<string[]> {
  const { language, theme } = variant
  const faults: string[] = []
  const known = heard.text
  try {
    // Leave the page first: if two addresses differ only in the part after #, the browser does not load the page again.
    if (address.includes('#')) await page.goto('about:blank')
    await page.goto(address, { waitUntil: 'load' })
    await settle(page)
    await screen.steps?.(page, (ru, en) => (language === 'ru' ? ru : en))
    if (screen.steps !== undefined) await page.waitForTimeout(MENU_MS)
  } catch (error) {
    faults.push(`not reached: ${(error as Error).message.split('\n')[0]}`)
  }
  await page.screenshot({ path: join(folder, `${screen.name}.png`), animations: 'disabled' })
  if (theme === 'light') faults.push(...(await faultsOf(page, language, heard)))
  // Discard texts that later screens do not need. Keep the texts of the first responses, because the page caches these
  // and will not request them again.
  if (heard.text.length > 2_000_000) heard.text = known
  return faults
}

/** A response like that of a server with an internal error. */
const FAILURE = {
  ...{ title: 'Something went wrong on our side', status: 500, code: 'INTERNAL' },
  ...{ detail: 'Please report the requestId.', requestId: '019353c4-7d1e-7a64-b6b1-9c7bb1f1a2d3' },
}

async function makeFail(page: Page, state: State): Promise<void> {
  if (state !== 'failing' && state !== 'offline') return
  await page.route(/\/api\/v1\/(?!session)/, (route) => {
    if (state === 'offline') return route.abort('internetdisconnected')
    const body = JSON.stringify({ type: 'about:blank', ...FAILURE })
    return route.fulfill({ status: 500, contentType: 'application/problem+json', body })
  })
}

interface Place {
  readonly chromium: Chromium
  readonly url: string
  readonly owner: Browser
  /** The ids and values of the active company that addresses refer to; null for the empty company. */
  readonly facts: Facts | null
}

async function takeVariant(place: Place, state: State, variant: Variant, wishes: Wishes): Promise<string[]> {
  const { chromium, url, owner, facts } = place
  const { language, theme, device } = variant
  const folder = join(wishes.folder, state, `${language}-${theme}-${device}`)
  await mkdir(folder, { recursive: true })
  const settings = {
    ...SIZES[device],
    locale: LOCALES[language],
    isDark: theme === 'dark',
    isPhone: device === 'phone',
  }
  const faults: string[] = []
  for (const isOutside of [true, false]) {
    const screens = wishes.screens.filter(
      (screen) =>
        (screen.isOutside ?? false) === isOutside &&
        (screen.isOfPhone !== true || device === 'phone') &&
        (state === 'full' || (screen.steps === undefined && !isOutside)),
    )
    if (screens.length === 0) continue
    const { context, page } = await visit(chromium, url, settings)
    page.setDefaultTimeout(STEP_MS)
    if (!isOutside)
      await context.addCookies([...owner.cookies].map(([name, value]) => ({ name, value, url: owner.url })))
    await makeFail(page, state)
    const scene: Scene = { page, heard: listen(page), variant, folder }
    for (const screen of screens) {
      const address = addressOf(screen, facts)
      if (address === null) continue
      const found = await take(scene, screen, address)
      const told = found.map((fault) => `${folder}/${screen.name}: ${fault}`)
      for (const line of told) console.log(line)
      faults.push(...told)
    }
    await context.close()
  }
  return faults
}

async function run(wishes: Wishes): Promise<string[]> {
  const site = await startSite()
  const chromium = await startChromium()
  try {
    const isAsked = (...states: State[]) => states.some((state) => wishes.states.includes(state))
    const empty = isAsked('empty') ? await emptyCompany(site.url) : null
    const full = isAsked('full', 'failing', 'offline') ? await filledCompany(site.url) : null
    const faults: string[] = []
    for (const state of wishes.states)
      for (const variant of wishes.variants) {
        const company = state === 'empty' ? { owner: empty!, facts: null } : full!
        faults.push(...(await takeVariant({ chromium, url: site.url, ...company }, state, variant, wishes)))
        process.stderr.write(`${state} ${Object.values(variant).join('-')}\n`)
      }
    await writeContactSheet(wishes.folder)
    if (wishes.guide !== undefined) await writeGuide(wishes.folder, wishes.guide, LANGUAGES)
    return faults
  } finally {
    await chromium.close()
    await site.stop()
  }
}

const faults = await run(readWishes())
console.log(faults.length === 0 ? 'No fault was seen.' : `${faults.length} faults`)
process.exitCode = faults.length === 0 ? 0 : 1
