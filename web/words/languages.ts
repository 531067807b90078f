/** The languages in which the app is available. */
export const LANGUAGES = ['ru', 'en'] as const
export type Language = (typeof LANGUAGES)[number]

/** A text in every language of the app, for texts that are written where they are used and not in a file of texts. */
export type Bilingual = Readonly<Record<Language, string>>
