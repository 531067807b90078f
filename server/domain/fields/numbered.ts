/** Fields that orders, purchases, documents and payments share. */
import { Moment, orNull, ShortText } from '../schema.ts'
import { MOMENT } from './common.ts'
import { told } from './field.ts'

export const NUMBER = told(ShortText, {
  label: ['Номер', 'Number'],
  meaning: 'Given by the service in order of creation, never twice; not by the client.',
  example: '1',
})

/** The two fields are given together, and each pair is unique among records of its kind. */
export const EXTERNAL_PAIR = {
  externalSource: told(orNull(ShortText), {
    label: ['Внешняя система', 'External system'],
    meaning: 'The system that `externalId` is of; the two come together and are unique among their kind.',
    example: null,
  }),
  externalId: told(orNull(ShortText), {
    label: ['Код во внешней системе', 'Code in the external system'],
    meaning: 'What the record is called in the other system.',
    example: null,
  }),
}

export const POSTED_AT = told(orNull(Moment), {
  label: ['Проведён', 'Posted'],
  meaning: `Null until posted. ${MOMENT}`,
  example: null,
})
