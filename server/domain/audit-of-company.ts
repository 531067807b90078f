/**
 * Audit log sentences about tokens, members, invitations, imports and the company as a whole. They are part of the
 * table described in audit-log.ts.
 */

import type { AboutAction } from './audit-saying.ts'
import type { Words } from './languages.ts'
import type { Role } from './roles.ts'

const ROLE = {
  owner: ['владелец', 'owner'],
  manager: ['менеджер', 'manager'],
  storekeeper: ['кладовщик', 'storekeeper'],
  viewer: ['наблюдатель', 'viewer'],
} as const satisfies Readonly<Record<Role, Words>>

const TOKEN = { name: 'name', prefix: 'name' } as const
const MEMBER = { name: 'name' } as const
const NEW_ROLE = { ...MEMBER, was: ROLE, role: ROLE } as const

/**
 * Makes the sentences about an invitation: one for an invitation sent to an e-mail address, and one for an invitation
 * by link.
 */
const invitation = <R extends string, E extends string>(ru: R, en: E) =>
  ({
    hows: {
      email: {
        figures: { email: 'name', role: ROLE },
        said: [`${ru} приглашение для {{email}}: {{role}}`, `Invitation of {{email}} as {{role}} ${en}`],
      },
      link: {
        figures: { role: ROLE },
        said: [`${ru} приглашение по ссылке: {{role}}`, `Invitation by link as {{role}} ${en}`],
      },
    },
  }) as const

const OF_MOYSKLAD = {
  products: ['товары', 'products'],
  partners: ['контрагенты', 'partners'],
  warehouses: ['склады', 'warehouses'],
  organizations: ['юрлица', 'organizations'],
  purchases: ['закупки', 'purchases'],
} as const
const OF_TABLES = {
  products: OF_MOYSKLAD.products,
  partners: OF_MOYSKLAD.partners,
  opening_stock: ['начальные остатки', 'opening stock'],
  stock_rules: ['правила запаса', 'stock rules'],
  supplier_items: ['условия поставщиков', 'supplier items'],
} as const
const ACCOUNT = { account: 'name' } as const

/** Makes a sentence that contains no values. */
const plain = <R extends string, E extends string>(ru: R, en: E) => ({ figures: {}, said: [ru, en] }) as const

/** Makes a sentence about an imported table. */
const table = <R extends string, E extends string>(ru: R, en: E) =>
  ({
    figures: { fileName: 'name', kind: OF_TABLES },
    said: [`${ru} «{{fileName}}»: {{kind}}`, `Table “{{fileName}}” of {{kind}} ${en}`],
  }) as const

export const COMPANY_SAYINGS = {
  'token.issued': {
    hows: {
      write: {
        figures: TOKEN,
        said: ['Выпущен ключ API «{{name}}» ({{prefix}}…)', 'Token “{{name}}” ({{prefix}}…) issued'],
      },
      read: {
        figures: TOKEN,
        said: [
          'Выпущен ключ API «{{name}}» ({{prefix}}…), только для чтения',
          'Token “{{name}}” ({{prefix}}…) issued, for reading',
        ],
      },
    },
  },
  'token.revoked': {
    figures: TOKEN,
    said: ['Отозван ключ API «{{name}}» ({{prefix}}…)', 'Token “{{name}}” ({{prefix}}…) revoked'],
  },

  'member.joined': {
    figures: { ...MEMBER, role: ROLE },
    said: ['Присоединился сотрудник «{{name}}»: {{role}}', '{{name}}: joined as {{role}}'],
  },
  'member.updated': {
    hows: {
      role: {
        figures: NEW_ROLE,
        said: ['Изменены права сотрудника «{{name}}»: {{was}} → {{role}}', '{{name}}: role {{was}} → {{role}}'],
      },
      costs_shown: {
        figures: MEMBER,
        said: ['Изменены права сотрудника «{{name}}»: видит себестоимость', '{{name}}: sees costs'],
      },
      costs_hidden: {
        figures: MEMBER,
        said: ['Изменены права сотрудника «{{name}}»: не видит себестоимости', '{{name}}: sees no costs'],
      },
      role_costs_shown: {
        figures: NEW_ROLE,
        said: [
          'Изменены права сотрудника «{{name}}»: {{was}} → {{role}}, видит себестоимость',
          '{{name}}: role {{was}} → {{role}}, sees costs',
        ],
      },
      role_costs_hidden: {
        figures: NEW_ROLE,
        said: [
          'Изменены права сотрудника «{{name}}»: {{was}} → {{role}}, не видит себестоимости',
          '{{name}}: role {{was}} → {{role}}, sees no costs',
        ],
      },
    },
  },
  'member.removed': { figures: MEMBER, said: ['Убран сотрудник «{{name}}»', '{{name}}: removed'] },
  'member.left': { figures: MEMBER, said: ['Ушёл сотрудник «{{name}}»', '{{name}}: left'] },

  'invitation.created': invitation('Создано', 'created'),
  'invitation.withdrawn': invitation('Отозвано', 'withdrawn'),

  'integration.connected': {
    figures: ACCOUNT,
    said: ['Подключён МойСклад, учётная запись «{{account}}»', 'Connected to MoySklad, account “{{account}}”'],
  },
  'integration.disconnected': {
    figures: ACCOUNT,
    said: ['Отключён МойСклад, учётная запись «{{account}}»', 'Disconnected from MoySklad, account “{{account}}”'],
  },
  'import.started': {
    figures: { what: [OF_MOYSKLAD] },
    said: ['Начат перенос из МоегоСклада: {{what}}', 'Started an import from MoySklad: {{what}}'],
  },
  'import.paused': plain('Приостановлен перенос из МоегоСклада', 'Paused the import from MoySklad'),
  'import.resumed': plain('Продолжен перенос из МоегоСклада', 'Resumed the import from MoySklad'),
  'import.cancelled': plain('Отменён перенос из МоегоСклада', 'Cancelled the import from MoySklad'),
  'import.applied': plain('Подтверждён перенос из МоегоСклада', 'Had the import from MoySklad written'),

  'company.exported': plain('Все данные компании выгружены в файл', 'Exported the whole company into a file'),
  'company.imported': plain(
    'Компания перенесена из другой установки',
    'Imported the company from another installation',
  ),

  'table_import.uploaded': table('Загружена таблица', 'uploaded'),
  'table_import.applied': table('Подтверждён импорт таблицы', 'applied'),
  'table_import.paused': table('Приостановлен импорт таблицы', 'paused'),
  'table_import.resumed': table('Продолжен импорт таблицы', 'resumed'),
  'table_import.cancelled': table('Отменён импорт таблицы', 'cancelled'),
  'table_import.deleted': table('Удалена таблица', 'deleted'),
} as const satisfies Readonly<Record<string, AboutAction>>
