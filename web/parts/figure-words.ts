/** The messages of number fields and number cells about the text that was typed into them. */
import type { NumberFieldWords } from '../components/number-field.tsx'
import { languageNow, type Say } from '../words/words.ts'

export const figureWords = (say: Say<'core'>): NumberFieldWords => ({
  noNumber: say('noNumber'),
  negative: say('negative'),
  tooLarge: say('tooLarge'),
  tooManyDecimals: (count) => say('tooManyDecimals', { count }),
  isCommaOfThousands: languageNow() === 'en',
  twoWays: (small, large) => say('twoWays', { small, large }),
  notPositive: say('notPositive'),
  isItSo: (figure) => say('isItSo', { figure }),
  itIs: say('itIs'),
})
