/** Describes the fields of external links and notifications. Source: S-LINK-1, S-SETTINGS-4. */
import { Id, Moment, Name, Note, oneOf, orNull } from '../schema.ts'
import { idOf, KIND, MOMENT, PRODUCT_ID, STAMPS } from './common.ts'
import { exampleId } from './examples.ts'
import { told } from './field.ts'
import { recordKind } from './kind.ts'

export const LINKED_ENTITIES = ['product', 'partner', 'order'] as const
export const NOTIFICATION_KINDS = ['low_stock', 'daily_summary'] as const

export const EXTERNAL_LINK = recordKind(
  { title: 'ExternalLink', description: 'The id that a record has in another system.' },
  {
    id: idOf('link'),
    source: told(Name, {
      label: ['Источник', 'Source'],
      meaning: 'The name of the other system, as free text.',
      example: 'ozon',
    }),
    entityType: told(oneOf(LINKED_ENTITIES), {
      label: ['Что связано', 'Entity'],
      meaning: 'The kind of the record.',
      example: 'product',
      choices: { product: ['товар', 'product'], partner: ['контрагент', 'partner'], order: ['заказ', 'order'] },
    }),
    externalId: told(Name, {
      label: ['Внешний ID', 'External ID'],
      meaning: 'The id of the record in the other system.',
      example: 'SKU-1',
    }),
    internalId: told(Id, {
      label: ['ID в учёте', 'Internal ID'],
      meaning: 'The id of the record in this service.',
      example: exampleId('product'),
    }),
    createdAt: STAMPS.createdAt,
  },
)

export const NOTIFICATION = recordKind(
  { title: 'Notification', description: 'Something that the owner asked to be notified about.' },
  {
    id: idOf('notification'),
    kind: told(oneOf(NOTIFICATION_KINDS), {
      ...KIND,
      example: 'low_stock',
      choices: { low_stock: ['мало товара', 'low stock'], daily_summary: ['сводка за день', 'daily summary'] },
    }),
    title: told(Name, {
      label: ['Заголовок', 'Title'],
      meaning: 'The title of the notification.',
      example: 'Мало на складе: Чайник',
    }),
    text: told(Note, {
      label: ['Текст', 'Text'],
      meaning: 'The text of the notification.',
      example: 'Доступно 3, минимум 5.',
    }),
    productId: told(orNull(Id), PRODUCT_ID),
    createdAt: STAMPS.createdAt,
    readAt: told(orNull(Moment), {
      label: ['Прочитано', 'Read'],
      meaning: `When the notification was read; null while it is unread. ${MOMENT}`,
      example: null,
    }),
  },
)
