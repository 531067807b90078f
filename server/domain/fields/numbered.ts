/** Fields that orders, purchases, documents and payments have in common. */
import { Moment, orNull, ShortText } from '../schema.ts'
import { MOMENT } from './common.ts'
import { told } from './field.ts'

export const NUMBER = told(ShortText, {
  label: ['Номер', 'Number'],
  meaning:
    'The number of the record. The service assigns numbers in order of creation and never reuses one; clients cannot set it.',
  example: '1',
})

/** `externalSource` and `externalId` must be given together. No two records of a kind may have the same pair. */
export const EXTERNAL_PAIR = {
  externalSource: told(orNull(ShortText), {
    label: ['Внешняя система', 'External system'],
    meaning:
      'The external system in which `externalId` is used. Give both or neither; together they are unique among records of the same kind.',
    example: null,
  }),
  externalId: told(orNull(ShortText), {
    label: ['Код во внешней системе', 'Code in the external system'],
    meaning: 'The id of the record in the other system.',
    example: null,
  }),
}

export const POSTED_AT = told(orNull(Moment), {
  label: ['Проведён', 'Posted'],
  meaning: `When the record was posted; null until then. ${MOMENT}`,
  example: null,
})
