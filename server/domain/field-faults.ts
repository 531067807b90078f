/**
 * The faults of request fields: for each, its error code, its `figures`, and the message that the app shows at the
 * field. docs/decisions/0052
 */
import type { FigureKinds, FiguresGiven } from './figures.ts'
import type { Words } from './languages.ts'

interface AboutFault {
  readonly figures: FigureKinds
  /** The message that the app shows at the field, with `{{name}}` in place of a value from `figures`. */
  readonly told: Words
}

const CHECK: Words = ['Проверьте значение', 'Please check this']

export const FIELD_FAULTS = {
  REQUIRED: { figures: {}, told: ['Заполните это поле', 'Please fill this in'] },
  UNKNOWN_FIELD: { figures: {}, told: CHECK },
  WRONG_TYPE: { figures: { types: 'words' }, told: CHECK },
  /** The value has the right type but the wrong format, such as a string that is not a valid day or time zone. */
  NOT_VALID: { figures: {}, told: CHECK },
  NOT_ALLOWED: { figures: { allowed: 'words' }, told: CHECK },
  /** The request must not contain this field together with another field of the request. */
  NOT_HERE: { figures: {}, told: CHECK },
  AT_LEAST: { figures: { least: 'bound' }, told: ['Не меньше {{least}}', 'At least {{least}}'] },
  AT_MOST: { figures: { most: 'bound' }, told: ['Не больше {{most}}', 'At most {{most}}'] },
  MORE_THAN: { figures: { bound: 'bound' }, told: ['Больше {{bound}}', 'More than {{bound}}'] },
  /** The day is too long ago or too far ahead. */
  NOT_BETWEEN: {
    figures: { first: 'day', last: 'day' },
    told: ['Укажите дату с {{first}} по {{last}}', 'Give a date from {{first}} to {{last}}'],
  },
  TOO_PRECISE: {
    figures: { decimals: 'count' },
    told: ['Не больше {{decimals}} знаков после запятой', 'At most {{decimals}} decimals'],
  },
  TOO_SHORT: { figures: { least: 'bound' }, told: ['Не короче {{least}} символов', 'At least {{least}} characters'] },
  TOO_LONG: { figures: { most: 'bound' }, told: ['Не длиннее {{most}} символов', 'At most {{most}} characters'] },
  TOO_FEW: { figures: { least: 'bound' }, told: ['Не меньше {{least}} значений', 'At least {{least}} values'] },
  TOO_MANY: { figures: { most: 'bound' }, told: ['Не больше {{most}} значений', 'At most {{most}} values'] },
  /** The result of a calculation, such as a sum, is too large to be stored. */
  TOO_LARGE: { figures: { most: 'bound' }, told: ['Слишком большая сумма', 'The amount is too large'] },
  TWICE: { figures: {}, told: ['Уже есть такое значение', 'Already in the list'] },
  /** The value must differ from the value of another field. */
  SAME: { figures: {}, told: ['Выберите другое', 'Choose another one'] },
  CIRCLE: {
    figures: {},
    told: ['Записи ссылаются друг на друга по кругу', 'The records would form a circle'],
  },
} as const satisfies Record<string, AboutFault>

export type FaultCode = keyof typeof FIELD_FAULTS

/** A fault with its `figures`, or just the code of a fault that has none. */
export type FieldFault = {
  [C in FaultCode]: keyof (typeof FIELD_FAULTS)[C]['figures'] extends never
    ? C
    : { readonly code: C; readonly figures: FiguresGiven<(typeof FIELD_FAULTS)[C]['figures']> }
}[FaultCode]
