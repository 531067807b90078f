/** The built app on a node of its own, with a browser to look at it. */
import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import axe from 'axe-core'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, onTestFinished } from 'vitest'
import { BUILT_APP_FOLDER } from '../../../server/integrations/app-build.ts'
import { type Account, type Browser as SessionBrowser, signedUp } from '../node/browser.ts'
import { type NodeSettings, type TestService, useService } from '../node/service.ts'
import { startChromium, type Visitor, type VisitorSettings, visit } from './chromium.ts'

const ROOT = fileURLToPath(new URL('../../../', import.meta.url))

export interface TestApp extends TestService {
  /** Somebody with a browser of his own at the address of the app. */
  visitor(settings?: VisitorSettings): Promise<Visitor>
}

let built: Promise<unknown> | undefined

/** Builds the app, unless it is built from the sources of now. A process looks once: nobody edits the sources under the tests. */
export async function buildApp(): Promise<void> {
  built ??= promisify(execFile)(process.execPath, ['tools/build-app.ts'], { cwd: ROOT })
  await built
}

/** For the top of a test file: a node that serves the app as it is built from the sources of now, and one Chromium. */
export function useApp(settings: NodeSettings = {}): TestApp {
  beforeAll(buildApp)
  const service = useService({ app: { folder: BUILT_APP_FOLDER, isOurs: false }, ...settings })
  let browser: Browser
  const visitors: Visitor[] = []
  beforeAll(async () => {
    browser = await startChromium()
  })
  afterAll(async () => {
    await browser?.close()
    // Whatever a test looked at: no script may have failed, and nothing may have been refused by the page's own policy.
    expect(visitors.flatMap(({ faults }) => faults)).toEqual([])
  })
  const visitor = async (wishes?: VisitorSettings) => {
    const one = await visit(browser, service.sessionUrl, wishes)
    visitors.push(one)
    duringTest(() => {
      onTestFinished(async ({ task }) => {
        if (task.result?.state === 'fail') await tellWhatWasShown(one.page)
        // A page that nobody looks at any more goes on drawing and listening, beside the tests that follow.
        await one.context.close()
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
    // Made before the tests of its file: it belongs to none of them, and stays for all.
  }
}

/** What was on screen when a test failed: it may never fail again. */
async function tellWhatWasShown(page: Page): Promise<void> {
  const text = await page
    .locator('body')
    .innerText({ timeout: 2_000 })
    .catch(({ message }: Error) => message)
  console.error(`At ${page.url()} there was: ${text.slice(0, MAX_TOLD_CHARACTERS)}`)
}

/** Somebody who has just signed up, past the form. */
export async function signedInVisitor(
  app: TestApp,
  settings?: VisitorSettings,
): Promise<Visitor & { account: Account }> {
  const visitor = await app.visitor(settings)
  const browser = await signedUp(app.sessionUrl)
  await actAs(visitor, browser)
  return { ...visitor, account: browser.account }
}

/** Gives the visitor the cookies of somebody who is signed in. */
export async function actAs({ context }: Visitor, { cookies, url }: SessionBrowser): Promise<void> {
  await context.addCookies([...cookies].map(([name, value]) => ({ name, value, url })))
}

/** Everything that a page keeps from people with a disability, by the rules of axe, or by some of them. */
async function barriers(page: Page, rules?: readonly string[]): Promise<string[]> {
  // The page allows no script that is not its own: this one comes past it, through the debugger.
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

/** The rules that a theme can break: the others ask nothing of colours. */
const RULES_OF_COLOURS = ['color-contrast', 'link-in-text-block']

/** The same in the light and in the dark theme. */
export async function barriersInBothThemes(page: Page): Promise<string[]> {
  const found: string[] = []
  // A page that is still blank would tell of the page that is to come.
  await page.locator('h1').filter({ visible: true }).first().waitFor()
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.locator(`html[data-mantine-color-scheme="${colorScheme}"]`).waitFor({ state: 'attached' })
    const told = await barriers(page, colorScheme === 'dark' ? RULES_OF_COLOURS : undefined)
    found.push(...told.map((one) => `${colorScheme}: ${one}`))
  }
  return found
}
