/** The languages of the app. */
export const LANGUAGES = ['ru', 'en'] as const
export type Language = (typeof LANGUAGES)[number]

/** A text in every language, written next to what it names. */
export type Bilingual = Readonly<Record<Language, string>>
