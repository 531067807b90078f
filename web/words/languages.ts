/** The languages in which the app is available. */
export const LANGUAGES = ['ru', 'en'] as const
export type Language = (typeof LANGUAGES)[number]

/** Text in every language, written where it is used rather than in a file of texts. */
export type Bilingual = Readonly<Record<Language, string>>
