/**
 * The languages in which the service writes texts for people: in files, summaries, and messages about problems with
 * rows.
 */
export const LANGUAGES = ['ru', 'en'] as const
export type Language = (typeof LANGUAGES)[number]

/** Text in Russian and in English. */
export type Words = readonly [ru: string, en: string]

export const inLanguage = ([ru, en]: Words, language: Language): string => (language === 'ru' ? ru : en)

/** Returns a bilingual text in the form that the OpenAPI document uses. */
export const bilingual = ([ru, en]: Words) => ({ ru, en })
