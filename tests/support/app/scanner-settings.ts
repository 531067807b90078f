/** Simulates hand scanners with the settings described in their manuals, by typing into a real browser at a scanner's speed. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { CDPSession, Page } from 'playwright-core'
import type { Chance } from '../chance/chance.ts'

interface Key {
  readonly key: string
  readonly code: string
  readonly text?: string
  readonly isControl?: boolean
}

export interface ScannerSettings {
  readonly name: string
  /** The shortest and the longest time between two keys, in milliseconds. */
  readonly everyMs: readonly [number, number]
  readonly ending: readonly Key[]
  /** The symbology identifier (such as `]E0`) that the scanner sends before the code. */
  readonly prefix?: string
  readonly isRussianLayout?: boolean
  readonly isCapsLock?: boolean
  /** A pause in the middle of a code, in milliseconds. The app may refuse such a scan. */
  readonly pauseMs?: number | undefined
}

const ENTER: Key = { key: 'Enter', code: 'Enter', text: '\r' }
const TAB: Key = { key: 'Tab', code: 'Tab' }
const LINE_FEED: Key = { key: 'j', code: 'KeyJ', isControl: true }
const SEPARATOR: Key = { key: ']', code: 'BracketRight', isControl: true }
const VIRTUAL_KEYS: Readonly<Record<string, number>> = { Enter: 13, Tab: 9, KeyJ: 74, BracketRight: 221 }

export const SCANNERS: readonly ScannerSettings[] = [
  { name: 'a cable, Enter', everyMs: [1, 3], ending: [ENTER] },
  { name: 'CR LF', everyMs: [4, 8], ending: [ENTER, LINE_FEED] },
  { name: 'Tab', everyMs: [8, 12], ending: [TAB] },
  { name: 'Enter twice', everyMs: [15, 25], ending: [ENTER, ENTER] },
  { name: 'no ending', everyMs: [4, 10], ending: [] },
  { name: 'radio, uneven', everyMs: [8, 70], ending: [ENTER] },
  { name: 'the Russian layout', everyMs: [5, 15], ending: [ENTER], isRussianLayout: true },
  { name: 'caps lock', everyMs: [5, 15], ending: [ENTER], isCapsLock: true },
  { name: 'names its symbology', everyMs: [5, 15], ending: [ENTER], prefix: ']E0' },
  { name: 'a pause in the middle', everyMs: [5, 15], ending: [ENTER], pauseMs: 3_000 },
]

const LATIN = "qwertyuiop[]asdfghjkl;'zxcvbnm,./"
const RUSSIAN = 'йцукенгшщзхъфывапролджэячсмитьбю.'
const CODES: Readonly<Record<string, string>> = {
  ...{ '-': 'Minus', '=': 'Equal', '[': 'BracketLeft', ']': 'BracketRight', ';': 'Semicolon', "'": 'Quote' },
  ...{ ',': 'Comma', '.': 'Period', '/': 'Slash', '(': 'Digit9', ')': 'Digit0', ' ': 'Space' },
}

function codeOf(letter: string): string {
  if (/\d/.test(letter)) return `Digit${letter}`
  return /[a-z]/i.test(letter) ? `Key${letter.toUpperCase()}` : (CODES[letter] ?? '')
}

function keyOf(letter: string, { isRussianLayout, isCapsLock }: ScannerSettings): Key {
  if (letter === '\x1d') return SEPARATOR
  let key = letter
  if (isCapsLock) key = letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase()
  const at = LATIN.indexOf(letter.toLowerCase())
  if (isRussianLayout && at >= 0) key = letter === letter.toLowerCase() ? RUSSIAN[at]! : RUSSIAN[at]!.toUpperCase()
  return { key, code: codeOf(letter), text: key }
}

/** In these tests only EAN codes get a symbology identifier in front. */
const prefixed = (code: string, { prefix = '' }: ScannerSettings) => (/^\d{13}$/.test(code) ? prefix + code : code)

/** Types a code into the focused element. The key events have a scanner's timestamps, however busy the machine is. */
export async function scanAs(
  session: CDPSession,
  settings: ScannerSettings,
  code: string,
  chance: Chance,
): Promise<void> {
  const text = prefixed(code, settings)
  const keys = [...text].map((letter) => keyOf(letter, settings))
  const middle = settings.pauseMs === undefined ? -1 : Math.floor(keys.length / 2)
  let at = Date.now()
  const sent: Promise<unknown>[] = []
  for (const [index, { key, code: physical, text: typed, isControl }] of [...keys, ...settings.ending].entries()) {
    if (index === middle) at += settings.pauseMs!
    const common = {
      ...{ key, code: physical, windowsVirtualKeyCode: VIRTUAL_KEYS[physical] ?? 0 },
      modifiers: isControl ? 2 : 0,
    }
    const type = typed === undefined || isControl ? 'rawKeyDown' : 'keyDown'
    const shown = type === 'keyDown' ? { text: typed! } : {}
    sent.push(session.send('Input.dispatchKeyEvent', { type, ...common, ...shown, timestamp: at / 1000 }))
    sent.push(session.send('Input.dispatchKeyEvent', { type: 'keyUp', ...common, timestamp: (at + 1) / 1000 }))
    at += chance.between(...settings.everyMs)
  }
  await Promise.all(sent)
  // Wait at least as long as a person needs to move the scanner to the next label. If the scanner sends no key at the
  // end of a code, wait longer, because the page waits for more keys.
  await sleep(settings.ending.length === 0 ? 250 : 20)
}

/** Counts and numbers, in page order, all elements that can receive focus and are not code fields. */
export const countFocusable = (page: Page): Promise<number> =>
  page.evaluate<number>(`(() => {
    const all = 'input:not([type=hidden]), textarea, select, button, a[href], [tabindex="0"], summary, [data-cell]'
    const seen = [...document.querySelectorAll(all)].filter(
      (one) => !one.disabled && !one.closest('fieldset:disabled, [data-takes-codes]') && one.checkVisibility({ visibilityProperty: true }),
    )
    globalThis.__focusable = seen
    return seen.length
  })()`)

/**
 * Focuses the element with this number; if it is a cell, every second one is opened for editing. @returns the element's name,
 * for failure messages.
 */
export const focusOn = (page: Page, index: number): Promise<string> =>
  page.evaluate<string>(`(() => {
    const one = globalThis.__focusable[${index}]
    one.focus()
    if (one.matches('[data-cell]')) one.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }))
    if (one.matches('[data-cell]') && ${index} % 2 === 1) one.dispatchEvent(new MouseEvent('dblclick', { bubbles: true }))
    return one.tagName + ' ' + (one.getAttribute('aria-label') ?? one.labels?.[0]?.textContent ?? one.textContent ?? '').slice(0, 40)
  })()`)

/**
 * Returns the values of all fields outside the lines, which a scan must not change. With `withCells`, also returns the
 * cells of a sheet.
 */
export const fieldsNow = (page: Page, withCells: boolean): Promise<string> =>
  page.evaluate<string>(`JSON.stringify([location.pathname, ...[...document.querySelectorAll('input, textarea, select')]
    .filter((one) => !/^Количество: |^Цена: |^Скидка, %: |^Собрано: /.test(one.getAttribute('aria-label') ?? '') && !one.closest('[data-cell]'))
    .map((one) => one.value), ...(${withCells} ? [...document.querySelectorAll('[data-cell]')] : [])
    .map((one) => one.querySelector('input')?.value.replace(/\\.0*$/, '') ?? one.querySelector('span')?.textContent.replace(/,00\\s₽$/, '') ?? '')])`)
