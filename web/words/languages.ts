/** What the app speaks. */
export const LANGUAGES = ['ru', 'en'] as const
export type Language = (typeof LANGUAGES)[number]

/** A text in every language, beside what it names. */
export type Bilingual = Readonly<Record<Language, string>>
