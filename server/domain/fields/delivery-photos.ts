/** Describes the fields of photographs of deliveries. Source: S-DELIVERY-8. */
import { Type } from 'typebox'
import { Id, Moment, ShortText } from '../schema.ts'
import { idOf, MOMENT } from './common.ts'
import { EXAMPLE_MOMENT, exampleId } from './examples.ts'
import { told } from './field.ts'
import { recordKind } from './kind.ts'
import { Who } from './orders.ts'

export const DELIVERY_PHOTO = recordKind(
  { title: 'DeliveryPhoto', description: 'A photograph of what arrived, such as damaged goods.' },
  {
    id: idOf('deliveryPhoto'),
    documentId: told(Id, {
      label: ['Приёмка', 'Receipt'],
      meaning: 'The id of the receipt of the delivery.',
      example: exampleId('document'),
    }),
    contentType: told(ShortText, {
      label: ['Формат', 'Format'],
      meaning:
        'The media type of the picture. Its bytes are at `/api/v1/images/{imageId}`, under the id of the record.',
      example: 'image/jpeg',
    }),
    size: told(Type.Integer(), { label: ['Размер', 'Size'], meaning: 'The number of bytes.', example: 184_320 }),
    width: told(Type.Integer(), {
      label: ['Ширина', 'Width'],
      meaning: 'The width of the upright picture, in pixels.',
      example: 1_600,
    }),
    height: told(Type.Integer(), {
      label: ['Высота', 'Height'],
      meaning: 'The height of the upright picture, in pixels.',
      example: 1_200,
    }),
    sha256: told(ShortText, {
      label: ['SHA-256', 'SHA-256'],
      meaning: 'The SHA-256 hash of the original bytes, in hexadecimal.',
      example: '6a2b1c0f5f6d5f0b3f6f7f9d0f8f5a5c3b9e2d4c6a8f0e1d2c3b4a5968778695',
    }),
    by: told(Type.Object(Who, { title: 'Photographer' }), {
      label: ['Кто', 'By'],
      meaning: 'The user or token that added the photograph.',
      example: { id: 'p8Vd2LmQx4', name: 'Иван Петров' },
    }),
    createdAt: told(Moment, {
      label: ['Добавлена', 'Added'],
      meaning: `When the photograph was added. ${MOMENT}`,
      example: EXAMPLE_MOMENT,
    }),
  },
)
