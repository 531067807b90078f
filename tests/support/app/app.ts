/** Starts a node that serves the built app, and opens the app in a browser. */
import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import axe from 'axe-core'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, onTestFinished } from 'vitest'
import { BUILT_APP_FOLDER } from '../../../server/integrations/app-build.ts'
import { type Account, type Browser as SessionBrowser, signedUp } from '../node/browser.ts'
import { type NodeSettings, type TestService, useService } from '../node/service.ts'
import { sharedChromium, type Visitor, type VisitorSettings } from './chromium.ts'
import { Visitors } from './visitors.ts'

const ROOT = fileURLToPath(new URL('../../../', import.meta.url))

export interface TestApp extends TestService {
  /** Opens a blank page in a browser context that has no cookies and nothing in its storage. */
  visitor(settings?: VisitorSettings): Promise<Visitor>
}

let built: Promise<unknown> | undefined

/**
 * Builds the app unless the existing build matches the current sources. Checks this once per process, because nobody edits
 * sources during tests.
 */
export async function buildApp(): Promise<void> {
  built ??= promisify(execFile)(process.execPath, ['tools/build-app.ts'], { cwd: ROOT })
  await built
}

/** Starts a node that serves the app built from the current sources. Call it at the top of a test file. */
export function useApp(settings: NodeSettings = {}): TestApp {
  beforeAll(buildApp)
  const service = useService({ app: { folder: BUILT_APP_FOLDER, isOurs: false }, ...settings })
  let visitors: Visitors
  const opened: Visitor[] = []
  beforeAll(async () => {
    visitors = new Visitors(await sharedChromium(), service.sessionUrl)
  })
  afterAll(async () => {
    await visitors?.close()
    // Check after the tests that no page script failed and that the content security policy refused nothing.
    expect(opened.flatMap(({ faults }) => faults)).toEqual([])
  })
  const visitor = async (wishes: VisitorSettings = {}) => {
    const one = await visitors.open(wishes)
    opened.push(one)
    duringTest(() => {
      onTestFinished(async ({ task }) => {
        if (task.result?.state === 'fail') await tellWhatWasShown(one.page)
        // An unused page would keep rendering and listening during the next tests.
        await visitors.giveBack(one.context, wishes)
      })
    })
    return one
  }
  return Object.defineProperties({ visitor }, Object.getOwnPropertyDescriptors(service)) as unknown as TestApp
}

const MAX_TOLD_CHARACTERS = 1_500

function duringTest(register: () => void): void {
  try {
    register()
  } catch {
    // Pages opened before the file's first test are shared by all its tests, so they stay open.
  }
}

/** Logs the text on the screen when a test failed, because the failure may be hard to reproduce. */
async function tellWhatWasShown(page: Page): Promise<void> {
  const text = await page
    .locator('body')
    .innerText({ timeout: 2_000 })
    .catch(({ message }: Error) => message)
  console.error(`At ${page.url()} there was: ${text.slice(0, MAX_TOLD_CHARACTERS)}`)
}

/** Opens the app as a newly signed-up user, without going through the sign-up form. */
export async function signedInVisitor(
  app: TestApp,
  settings?: VisitorSettings,
): Promise<Visitor & { account: Account }> {
  const visitor = await app.visitor(settings)
  const browser = await signedUp(app.sessionUrl)
  await actAs(visitor, browser)
  return { ...visitor, account: browser.account }
}

/** Copies a signed-in session's cookies to the visitor's browser context. */
export async function actAs({ context }: Visitor, { cookies, url }: SessionBrowser): Promise<void> {
  await context.addCookies([...cookies].map(([name, value]) => ({ name, value, url })))
}

/** Returns the accessibility faults that axe finds on the page. If rules are given, checks only these. */
async function barriers(page: Page, rules?: readonly string[]): Promise<string[]> {
  // The page's content security policy allows only its own scripts, so axe is injected through the debugger.
  if (!(await page.evaluate("typeof axe === 'object'"))) await page.evaluate(axe.source)
  return page.evaluate(async (only) => {
    const { violations } = await (globalThis as unknown as { axe: typeof axe }).axe.run({
      resultTypes: ['violations'],
      ...(only && { runOnly: [...only] }),
    })
    return violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map(({ html, failureSummary }) => `${html} ${failureSummary}`).join(' | ')}`,
    )
  }, rules ?? null)
}

/** The accessibility rules that a colour theme can break. No other rule depends on colours. */
const RULES_OF_COLOURS = ['color-contrast', 'link-in-text-block']

/** Returns the accessibility faults of the page in the light and in the dark theme. */
export async function barriersInBothThemes(page: Page): Promise<string[]> {
  const found: string[] = []
  // Wait for the heading: on a blank page axe would check nothing.
  await page.locator('h1').filter({ visible: true }).first().waitFor()
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.locator(`html[data-mantine-color-scheme="${colorScheme}"]`).waitFor({ state: 'attached' })
    const told = await barriers(page, colorScheme === 'dark' ? RULES_OF_COLOURS : undefined)
    found.push(...told.map((one) => `${colorScheme}: ${one}`))
  }
  return found
}
