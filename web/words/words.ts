/**
 * Loads the app's texts and gives access to them. Each part of the app has one file for each language, which is loaded
 * when the part is opened. Plurals follow the rules of the language.
 */
import { createInstance, type i18n } from 'i18next'
import { useSyncExternalStore } from 'react'
import type { AUDIT } from '../../sdk/audit.ru.ts'
import type { accountRu } from './account.ru.ts'
import type { checksRu } from './checks.ru.ts'
import { composed, written } from './composed.ts'
import { coreRu } from './core.ru.ts'
import type { filesRu } from './files.ru.ts'
import type { floorRu } from './floor.ru.ts'
import type { gridRu } from './grid.ru.ts'
import type { importRu } from './import.ru.ts'
import { type Bilingual, LANGUAGES, type Language } from './languages.ts'
import type { linesRu } from './lines.ru.ts'
import type { ordersRu } from './orders.ru.ts'
import type { overviewRu } from './overview.ru.ts'
import type { paletteRu } from './palette.ru.ts'
import type { partnersRu } from './partners.ru.ts'
import type { productsRu } from './products.ru.ts'
import type { purchasingRu } from './purchasing.ru.ts'
import { refusalsRu } from './refusals.ru.ts'
import type { reportsRu } from './reports.ru.ts'
import type { returnsRu } from './returns.ru.ts'
import type { settingsRu } from './settings.ru.ts'
import type { stockRu } from './stock.ru.ts'
import type { tablesRu } from './tables.ru.ts'

export { type Bilingual, LANGUAGES, type Language }

/** The parts of the app, with the files that contain their texts. Add new sections here. */
const PARTS = {
  core: {
    ru: async () => coreRu,
    en: async () => (await import('./core.en.ts')).coreEn,
  },
  refusals: {
    ru: async () => refusalsRu,
    en: async () => (await import('./refusals.en.ts')).refusalsEn,
  },
  account: {
    ru: async () => (await import('./account.ru.ts')).accountRu,
    en: async () => (await import('./account.en.ts')).accountEn,
  },
  products: {
    ru: async () => (await import('./products.ru.ts')).productsRu,
    en: async () => (await import('./products.en.ts')).productsEn,
  },
  orders: {
    ru: async () => (await import('./orders.ru.ts')).ordersRu,
    en: async () => (await import('./orders.en.ts')).ordersEn,
  },
  lines: {
    ru: async () => (await import('./lines.ru.ts')).linesRu,
    en: async () => (await import('./lines.en.ts')).linesEn,
  },
  stock: {
    ru: async () => (await import('./stock.ru.ts')).stockRu,
    en: async () => (await import('./stock.en.ts')).stockEn,
  },
  grid: {
    ru: async () => (await import('./grid.ru.ts')).gridRu,
    en: async () => (await import('./grid.en.ts')).gridEn,
  },
  floor: {
    ru: async () => (await import('./floor.ru.ts')).floorRu,
    en: async () => (await import('./floor.en.ts')).floorEn,
  },
  import: {
    ru: async () => (await import('./import.ru.ts')).importRu,
    en: async () => (await import('./import.en.ts')).importEn,
  },
  files: {
    ru: async () => (await import('./files.ru.ts')).filesRu,
    en: async () => (await import('./files.en.ts')).filesEn,
  },
  palette: {
    ru: async () => (await import('./palette.ru.ts')).paletteRu,
    en: async () => (await import('./palette.en.ts')).paletteEn,
  },
  partners: {
    ru: async () => (await import('./partners.ru.ts')).partnersRu,
    en: async () => (await import('./partners.en.ts')).partnersEn,
  },
  purchasing: {
    ru: async () => (await import('./purchasing.ru.ts')).purchasingRu,
    en: async () => (await import('./purchasing.en.ts')).purchasingEn,
  },
  overview: {
    ru: async () => (await import('./overview.ru.ts')).overviewRu,
    en: async () => (await import('./overview.en.ts')).overviewEn,
  },
  reports: {
    ru: async () => (await import('./reports.ru.ts')).reportsRu,
    en: async () => (await import('./reports.en.ts')).reportsEn,
  },
  checks: {
    ru: async () => (await import('./checks.ru.ts')).checksRu,
    en: async () => (await import('./checks.en.ts')).checksEn,
  },
  tables: {
    ru: async () => (await import('./tables.ru.ts')).tablesRu,
    en: async () => (await import('./tables.en.ts')).tablesEn,
  },
  returns: {
    ru: async () => (await import('./returns.ru.ts')).returnsRu,
    en: async () => (await import('./returns.en.ts')).returnsEn,
  },
  audit: {
    ru: async () => (await import('../../sdk/audit.ru.ts')).AUDIT,
    en: async () => (await import('../../sdk/audit.en.ts')).AUDIT,
  },
  settings: {
    ru: async () => (await import('./settings.ru.ts')).settingsRu,
    en: async () => (await import('./settings.en.ts')).settingsEn,
  },
}

interface Texts {
  core: typeof coreRu
  refusals: typeof refusalsRu
  account: typeof accountRu
  products: typeof productsRu
  orders: typeof ordersRu
  lines: typeof linesRu
  stock: typeof stockRu
  grid: typeof gridRu
  floor: typeof floorRu
  import: typeof importRu
  files: typeof filesRu
  palette: typeof paletteRu
  partners: typeof partnersRu
  purchasing: typeof purchasingRu
  overview: typeof overviewRu
  reports: typeof reportsRu
  returns: typeof returnsRu
  audit: typeof AUDIT
  settings: typeof settingsRu
  checks: typeof checksRu
  tables: typeof tablesRu
}

export type Part = keyof typeof PARTS
/** The name of the part with the texts of one kind of record. These texts are in the kind's definition. */
export type OwnPart = `records-${string}`
type Plain<K> = K extends `${infer Name}_${'one' | 'few' | 'many' | 'other'}` ? Name : K
export type Word<P extends Part> = Plain<keyof Texts[P] & string>
export type Figures = Readonly<Record<string, string | number>>
export type Say<P extends Part> = (word: Word<P>, figures?: Figures) => string

const STORED = 'skladno.language'
const engine: i18n = createInstance()
const loaded = new Set<Part>()
const listeners = new Set<() => void>()
let version = 0

function firstLanguage(): Language {
  try {
    const stored = localStorage.getItem(STORED)
    if (LANGUAGES.some((one) => one === stored)) return stored as Language
  } catch {}
  const preferred = navigator.languages.map((one) => one.slice(0, 2))
  return preferred.includes('ru') || preferred[0] !== 'en' ? 'ru' : 'en'
}

/**
 * The functions that give the texts, by part. A function stays the same until the language changes, so that memoized
 * values that depend on it remain valid.
 */
const says = new Map<Part | OwnPart, SayAny>()

const changed = () => {
  version += 1
  says.clear()
  for (const listener of listeners) listener()
}

/** Loads the texts that the first screen of the app needs. */
export async function startWords(): Promise<void> {
  const lng = firstLanguage()
  document.documentElement.lang = lng
  const interpolation = { escapeValue: false, alwaysFormat: true, format: written }
  await engine.init({ lng, resources: {}, interpolation })
  await Promise.all([loadWords('core'), loadWords('refusals')])
}

/** The section of each kind of record. If a text is missing in the kind's definition, it is taken from the section. */
const sections = new Map<Part | OwnPart, Part>()
const spacesOf = (part: Part | OwnPart) => [part, sections.get(part) ?? part]

/**
 * Adds the texts of a kind's definition. If a section is given, texts that are missing in the definition are taken from
 * it.
 */
export function addWords(part: OwnPart, texts: Readonly<Record<string, Bilingual>>, section?: Part): void {
  if (section !== undefined) sections.set(part, section)
  for (const language of LANGUAGES) {
    const own = Object.entries(texts).map(([word, text]) => [word, text[language]])
    engine.addResourceBundle(language, part, Object.fromEntries(own), true)
  }
}

/** Loads the texts of a part in the app's language. Routes wait for this before they show a page. */
export async function loadWords(part: Part): Promise<void> {
  loaded.add(part)
  await readWords(part, languageNow())
}

/** The parts whose texts are loaded, each with the language in which they are. */
const read = new Set<string>()

async function readWords(part: Part, language: Language): Promise<void> {
  const name = `${language} ${part}`
  if (read.has(name)) return
  engine.addResourceBundle(language, part, await PARTS[part][language](), true)
  read.add(name)
}

export const languageNow = () => (engine.language ?? 'ru') as Language

export const inLanguage = (text: Bilingual): string => text[languageNow()]

/** Changes the language of the app. Everything on screen is then rendered again. */
export async function speak(language: Language): Promise<void> {
  for (const part of loaded) await readWords(part, language)
  await engine.changeLanguage(language)
  document.documentElement.lang = language
  try {
    localStorage.setItem(STORED, language)
  } catch {}
  changed()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** A hook that returns the current language, for components in which more than the texts depends on the language. */
export function useLanguage(): Language {
  useSyncExternalStore(subscribe, () => version)
  return languageNow()
}

/** Looks up a text of a definition. TypeScript does not know the keys of these texts. */
export type SayAny = (word: string, figures?: Figures) => string

export function sayOwn(part: Part | OwnPart): SayAny {
  const say: SayAny =
    says.get(part) ?? ((word, figures) => composed(engine.t(word, { ns: spacesOf(part), ...figures })))
  says.set(part, say)
  return say
}

export const sayOf = <P extends Part>(part: P) => sayOwn(part) as unknown as Say<P>

/** A hook that returns the function for the texts of a part: `say('count', { count: 5 })`. */
export function useWords<P extends Part>(part: P): Say<P> {
  useLanguage()
  return sayOf(part)
}

/**
 * Returns a text whose key is known only at run time, for example because it contains an error code; null if there is
 * none.
 */
export function sayIfKnown(part: Part | OwnPart, word: string, figures: Figures = {}): string | null {
  const options = { ns: spacesOf(part), ...figures }
  return engine.exists(word, options) ? composed(engine.t(word, options)) : null
}

/**
 * Returns a text unchanged, without inserting values, for sentences that are not built by i18next; null if there is
 * none.
 */
export function textIfKnown(part: Part, word: string): string | null {
  const text: unknown = engine.getResource(languageNow(), part, word)
  return typeof text === 'string' ? text : null
}
