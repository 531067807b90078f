/** Hand scanners as their manuals set them, typed into a real browser with the times that the keys of a scanner have. */
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
  /** Between two keys, from and to. */
  readonly everyMs: readonly [number, number]
  readonly ending: readonly Key[]
  /** Before the code, as scanners name its symbology. */
  readonly prefix?: string
  readonly isRussianLayout?: boolean
  readonly isCapsLock?: boolean
  /** In the middle of the code, which may then be refused. */
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

/** Only codes of EAN have the name of their symbology here. */
const prefixed = (code: string, { prefix = '' }: ScannerSettings) => (/^\d{13}$/.test(code) ? prefix + code : code)

/** Types a code into whatever has the focus. The times on the keys are those of the scanner, however busy this machine is. */
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
  // Nothing may come sooner than a hand takes to the next label; without an ending the page waits a moment too.
  await sleep(settings.ending.length === 0 ? 250 : 20)
}

/** All that can have the focus on a page and is not for codes itself, marked with its number, in the order of the page. */
export const countFocusable = (page: Page): Promise<number> =>
  page.evaluate<number>(`(() => {
    const all = 'input:not([type=hidden]), textarea, select, button, a[href], [tabindex="0"], summary, [data-cell]'
    const seen = [...document.querySelectorAll(all)].filter(
      (one) => !one.disabled && !one.closest('fieldset:disabled, [data-takes-codes]') && one.checkVisibility({ visibilityProperty: true }),
    )
    globalThis.__focusable = seen
    return seen.length
  })()`)

/** Focuses one of them; every other cell is edited. @returns what it is called, for who reads a failure. */
export const focusOn = (page: Page, index: number): Promise<string> =>
  page.evaluate<string>(`(() => {
    const one = globalThis.__focusable[${index}]
    one.focus()
    if (one.matches('[data-cell]')) one.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }))
    if (one.matches('[data-cell]') && ${index} % 2 === 1) one.dispatchEvent(new MouseEvent('dblclick', { bubbles: true }))
    return one.tagName + ' ' + (one.getAttribute('aria-label') ?? one.labels?.[0]?.textContent ?? one.textContent ?? '').slice(0, 40)
  })()`)

/** What stands in all fields outside of the lines, to be the same after a scan; `withCells`: in those of a sheet too. */
export const fieldsNow = (page: Page, withCells: boolean): Promise<string> =>
  page.evaluate<string>(`JSON.stringify([location.pathname, ...[...document.querySelectorAll('input, textarea, select')]
    .filter((one) => !/^Количество: |^Цена: |^Скидка, %: |^Собрано: /.test(one.getAttribute('aria-label') ?? '') && !one.closest('[data-cell]'))
    .map((one) => one.value), ...(${withCells} ? [...document.querySelectorAll('[data-cell]')] : [])
    .map((one) => one.querySelector('input')?.value.replace(/\\.0*$/, '') ?? one.querySelector('span')?.textContent.replace(/,00\\s₽$/, '') ?? '')])`)
