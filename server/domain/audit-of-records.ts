/**
 * Audit log sentences about reference records, settings and notifications. They are part of the table described in
 * audit-log.ts.
 */
import { type AboutAction, feminine, masculine, neuter, ofRecords } from './audit-saying.ts'
import { RECORD_WORDS } from './audit-words.ts'

const VALUE_OF = { name: 'name', filter: 'name', filterId: 'id' } as const

/** Makes a sentence about a filter value. */
const value = <R extends string, E extends string>(ru: R, en: E) =>
  ({
    figures: VALUE_OF,
    said: [`${ru} «{{name}}» характеристики «{{filter}}»`, `Value “{{name}}” of filter “{{filter}}” ${en}`],
  }) as const

const { product, partner, order } = RECORD_WORDS
const LINK = { source: 'name', entityType: { product, partner, order }, externalId: 'name' } as const

export const REFERENCE_SAYINGS = {
  ...ofRecords('warehouse', 'Warehouse', masculine('склад')),

  ...ofRecords('price_type', 'Price type', masculine('тип цены')),
  'price_type.deleted': {
    figures: { name: 'name', products: 'count', partners: 'count' },
    said: [
      'Удалён тип цены «{{name}}»: цен у товаров {{products}}, контрагентов с ним {{partners}}',
      'Price type “{{name}}” deleted with {{products}} product prices, cleared at {{partners}} partners',
    ],
  },

  ...ofRecords('filter', 'Filter', feminine('характеристика')),
  'filter.deleted': {
    figures: { name: 'name', values: 'count', products: 'count' },
    said: [
      'Удалена характеристика «{{name}}»: значений {{values}}, товаров с ними {{products}}',
      'Filter “{{name}}” deleted with {{values}} values, taken off {{products}} products',
    ],
  },
  'filter_value.created': value('Добавлено значение', 'created'),
  'filter_value.updated': {
    hows: {
      updated: value('Изменено значение', 'updated'),
      restored: value('Возвращено из архива значение', 'restored'),
    },
  },
  'filter_value.archived': value('Перенесено в архив значение', 'archived'),
  'filter_value.deleted': {
    figures: { ...VALUE_OF, products: 'count' },
    said: [
      'Удалено значение «{{name}}» характеристики «{{filter}}», товаров с ним {{products}}',
      'Value “{{name}}” of filter “{{filter}}” deleted, taken off {{products}} products',
    ],
  },

  ...ofRecords('product', 'Product', masculine('товар')),
  'product.updated': {
    hows: {
      ...ofRecords('product', 'Product', masculine('товар'))['product.updated'].hows,
      images: {
        figures: { name: 'name' },
        said: ['Изменён порядок фотографий товара «{{name}}»', 'Images of product “{{name}}” put in order'],
      },
    },
  },
  'product_image.uploaded': {
    figures: { product: 'name', productId: 'id', contentType: 'name', width: 'count', height: 'count' },
    said: [
      'Добавлена фотография товара «{{product}}»: {{contentType}}, {{width}} × {{height}}',
      'Image of product “{{product}}” uploaded: {{contentType}}, {{width}} × {{height}}',
    ],
  },
  'product_image.deleted': {
    figures: { product: 'name', productId: 'id' },
    said: ['Удалена фотография товара «{{product}}»', 'Image of product “{{product}}” deleted'],
  },

  ...ofRecords('partner', 'Partner', masculine('контрагент')),
  'partner.resolved': {
    hows: {
      found: { figures: { name: 'name' }, said: ['Найден контрагент «{{name}}»', 'Partner “{{name}}” found'] },
      joined: {
        figures: {
          name: 'name',
          type: { Поставщик: ['поставщик', 'supplier'], Покупатель: ['покупатель', 'customer'] },
        },
        said: ['Найден контрагент «{{name}}», теперь он и {{type}}', 'Partner “{{name}}” found and made {{type}}'],
      },
    },
  },

  ...ofRecords('organization', 'Organization', neuter('юрлицо')),

  ...ofRecords('contract', 'Contract', masculine('договор')),
  'contract.created': {
    figures: { name: 'name', organization: 'name', partner: 'name' },
    said: [
      'Добавлен договор «{{name}}»: {{organization}} и {{partner}}',
      'Contract “{{name}}” of “{{organization}}” with “{{partner}}” created',
    ],
  },

  ...ofRecords('custom_field', 'Custom field', neuter('дополнительное поле')),
  'custom_field.created': {
    figures: { name: 'name', entityKind: 'word' },
    said: [
      'Добавлено дополнительное поле «{{name}}»: {{entityKind}}',
      'Custom field “{{name}}” of {{entityKind}} created',
    ],
  },

  'external_link.created': {
    hows: {
      created: {
        figures: LINK,
        said: [
          'Добавлена внешняя связь: {{entityType}}, {{source}} «{{externalId}}»',
          'Link {{source}} {{entityType}} “{{externalId}}” created',
        ],
      },
      found: {
        figures: LINK,
        said: [
          'Найдена внешняя связь: {{entityType}}, {{source}} «{{externalId}}»',
          'Link {{source}} {{entityType}} “{{externalId}}” found',
        ],
      },
    },
  },
  'external_link.deleted': {
    figures: LINK,
    said: [
      'Удалена внешняя связь: {{entityType}}, {{source}} «{{externalId}}»',
      'Link {{source}} {{entityType}} “{{externalId}}” deleted',
    ],
  },

  'settings.updated': {
    figures: { company: 'name' },
    said: ['Изменены настройки компании «{{company}}»', 'Settings of “{{company}}” updated'],
  },
  'notification.marked': {
    hows: {
      read: {
        figures: { title: 'name' },
        said: ['Отмечено прочитанным уведомление «{{title}}»', 'Notification “{{title}}” marked as read'],
      },
      unread: {
        figures: { title: 'name' },
        said: ['Отмечено непрочитанным уведомление «{{title}}»', 'Notification “{{title}}” marked as unread'],
      },
    },
  },
  'summary.made': {
    figures: { day: 'day' },
    said: ['Составлена сводка: {{day}}', 'Daily summary of {{day}} made'],
  },
} as const satisfies Readonly<Record<string, AboutAction>>
