/** The languages in which the service writes for people: files, summaries, problems of rows. */
export const LANGUAGES = ['ru', 'en'] as const
export type Language = (typeof LANGUAGES)[number]

/** Russian, English. */
export type Words = readonly [ru: string, en: string]

export const inLanguage = ([ru, en]: Words, language: Language): string => (language === 'ru' ? ru : en)

/** As the OpenAPI document has them. */
export const bilingual = ([ru, en]: Words) => ({ ru, en })
