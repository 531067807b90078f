/**
 * Browser contexts for the visitors of one test file. A context whose test has ended is emptied and given to a later
 * visitor, because it still has the app's files and their compiled code: opening the app in it takes about half the CPU
 * time.
 */
import type { Browser, BrowserContext, Page } from 'playwright-core'
import type { Visitor, VisitorSettings } from './chromium.ts'

/**
 * The time in milliseconds to wait for a page. It is long because the machine may be busy, and no test measures time.
 */
const PATIENCE_MS = 60_000
/** Everything that a site can store, except the HTTP cache. */
const STORAGE = 'cookies,file_systems,indexeddb,local_storage,service_workers,cache_storage'
/** The effects of these methods cannot be undone, so a context on which one of them was called is not used again. */
const LASTING = ['addInitScript', 'exposeBinding', 'exposeFunction', 'setExtraHTTPHeaders'] as const
const LASTING_OF_CLOCK = ['install', 'setFixedTime', 'setSystemTime'] as const

/** An emptied context with its only page, which is blank. */
interface Emptied {
  readonly context: BrowserContext
  readonly page: Page
}

export class Visitors {
  private readonly browser: Browser
  private readonly url: string
  private readonly emptied = new Map<string, Emptied[]>()
  /** The contexts that are open. */
  private readonly contexts = new Set<BrowserContext>()
  private readonly spoiled = new WeakSet<BrowserContext>()

  /** @param url the app's address, which is the base of relative addresses. */
  constructor(browser: Browser, url: string) {
    this.browser = browser
    this.url = url
  }

  /** Opens a blank page in a context that has no cookies and nothing in its storage. */
  async open(settings: VisitorSettings): Promise<Visitor> {
    const { context, page } = this.emptied.get(keyOf(settings))?.pop() ?? (await this.create(settings))
    const faults: string[] = []
    page.on('pageerror', (error) => faults.push(error.message))
    page.on('console', (message) => {
      if (/Content Security Policy|Minified React error/.test(message.text())) faults.push(message.text())
    })
    return { context, page, faults }
  }

  /** Closes the context's pages and empties it for a later visitor with the same settings. */
  async giveBack(context: BrowserContext, settings: VisitorSettings): Promise<void> {
    if (!this.contexts.has(context)) return
    if (this.spoiled.has(context)) return context.close()
    const pages = context.pages()
    await context.setOffline(false)
    await context.unrouteAll({ behavior: 'ignoreErrors' })
    await context.clearPermissions()
    const page = await context.newPage()
    await Promise.all(pages.map((one) => one.close()))
    const session = await context.newCDPSession(page)
    await session.send('Storage.clearDataForOrigin', { origin: new URL(this.url).origin, storageTypes: STORAGE })
    await session.detach()
    await context.clearCookies()
    const key = keyOf(settings)
    this.emptied.set(key, [...(this.emptied.get(key) ?? []), { context, page }])
  }

  /** Closes all contexts of this test file. */
  async close(): Promise<void> {
    await Promise.all([...this.contexts].map((context) => context.close()))
  }

  private async create(settings: VisitorSettings): Promise<Emptied> {
    const { width = 1280, height = 800, locale = 'ru-RU', isDark = false, isPhone = false, timezoneId } = settings
    const context = await this.browser.newContext({
      baseURL: this.url,
      viewport: { width, height },
      locale,
      colorScheme: isDark ? 'dark' : 'light',
      reducedMotion: 'reduce',
      hasTouch: isPhone,
      isMobile: isPhone,
      ...(timezoneId !== undefined && { timezoneId }),
    })
    this.contexts.add(context)
    context.once('close', () => this.contexts.delete(context))
    context.setDefaultTimeout(PATIENCE_MS)
    const spoil = () => this.spoiled.add(context)
    for (const name of LASTING) watchCalls(context, name, spoil)
    for (const name of LASTING_OF_CLOCK) watchCalls(context.clock, name, spoil)
    return { context, page: await context.newPage() }
  }
}

/** Opens a blank page in a new browser context. */
export function visit(browser: Browser, url: string, settings: VisitorSettings = {}): Promise<Visitor> {
  return new Visitors(browser, url).open(settings)
}

function keyOf(settings: VisitorSettings): string {
  return JSON.stringify(Object.entries(settings).sort())
}

/** Calls `note` before each call of the object's method. */
function watchCalls<Name extends string>(
  object: { [N in Name]: (...args: never[]) => unknown },
  name: Name,
  note: () => void,
): void {
  const method = object[name]
  object[name] = function (this: unknown, ...args: never[]) {
    note()
    return method.apply(object, args)
  }
}
