/**
 * Generates the records that other rows of a MoySklad account refer to: the account itself, currencies, units, countries, price
 * types, custom fields and folders.
 */
import type { Chance } from '../chance/chance.ts'
import { decimal, metaOf, momentAt, newId, type Row, refTo, SOURCE_BASE } from './fake-moysklad-shapes.ts'
import { FOLDERS, SUBFOLDERS } from './fake-moysklad-words.ts'

/** The parts of an account of which there are only one or a few. */
export interface Settings {
  readonly accountId: string
  readonly accountName: string
  /** The fields that most rows share: owner, group, shared. */
  readonly owned: Row
  readonly employee: Row
  readonly companySettings: Row
  readonly priceTypes: Row[]
  readonly currencies: Row[]
  readonly units: Row[]
  readonly countries: Row[]
  readonly folders: Row[]
  /** The custom fields of three groups of entities: products with services and bundles, counterparties, and documents. */
  readonly fields: Readonly<Record<'product' | 'counterparty' | 'documents', Row[]>>
  /** The entries of each dictionary, by the dictionary's id. */
  readonly dictionaries: ReadonlyMap<string, Row[]>
}

const CURRENCIES = [
  ['руб', 'Российский рубль', '643', 'RUB', '1.0', 1],
  ['доллар', 'Доллар США', '840', 'USD', '92.5058', 1],
  ['евро', 'Евро', '978', 'EUR', '100.2411', 1],
  ['тенге', 'Казахстанский тенге', '398', 'KZT', '20.15', 100],
] as const
const UNITS = ['шт', 'кг', 'м', 'упак', 'л', 'компл', 'м2', 'пара', 'ШТ.', 'Килограмм']
const COUNTRIES = ['Россия', 'Китай', 'Германия', 'Беларусь', 'Турция', 'Казахстан']
const PRICE_TYPES = ['Цена продажи', 'Оптовая', 'Цена для друзей']

/**
 * The types of custom fields. A field of the type `customentity` refers to a dictionary; the others have plain values,
 * references to records, or files.
 */
const FIELD_TYPES = [
  ...['string', 'text', 'link', 'long', 'double', 'boolean', 'time', 'customentity'],
  ...['product', 'counterparty', 'employee', 'store', 'project', 'contract', 'file'],
]
const FIELD_NAMES: Readonly<Record<string, string>> = {
  string: 'Материал',
  text: 'Состав',
  link: 'Страница производителя',
  long: 'Гарантия, мес.',
  double: 'Мощность, кВт',
  boolean: 'Хрупкое',
  time: 'Дата проверки',
  customentity: 'Сезон',
  product: 'Замена',
  counterparty: 'Производитель',
  employee: 'Ответственный',
  store: 'Склад возврата',
  project: 'Проект',
  contract: 'Договор',
  file: 'Инструкция',
}
const SEASONS = ['Весна', 'Лето', 'Осень', 'Зима', 'Всесезонный']

export function makeSettings(chance: Chance): Settings {
  const accountId = newId(chance)
  const accountName = `sklad${chance.between(1_000, 9_999)}`
  const employee = metaOf('employee', newId(chance))
  const group = metaOf('group', newId(chance))
  const owned = { accountId, owner: refTo(employee), shared: true, group: refTo(group) }
  const currencies = CURRENCIES.map(([name, title, code, isoCode, rate, multiplicity], index) => ({
    ...withMeta(chance, 'currency'),
    ...{ system: index === 0, name, fullName: title, rate: decimal(rate), multiplicity, indirect: false },
    ...{ rateUpdateType: index === 0 ? 'manual' : 'auto', code, isoCode, archived: false, default: index === 0 },
  }))
  const priceTypes = PRICE_TYPES.map((name) => {
    const id = newId(chance)
    return { ...typeMeta('pricetype', id, '/context/companysettings/pricetype'), id, name, externalCode: newId(chance) }
  })
  const seasons = newId(chance)
  const dictionaries = new Map([[seasons, dictionaryRows(chance, seasons, accountId)]])
  const fieldsOf = (entity: string) => fields(chance, entity, seasons)
  return {
    ...{ accountId, accountName, owned, currencies, priceTypes, dictionaries },
    employee: {
      ...employee,
      ...{ id: idOf(employee), ...owned, updated: momentAt(0, 'milliseconds'), name: 'Администратор' },
      ...{ uid: `admin@${accountName}`, email: 'admin@example.ru', fullName: 'Администратор', archived: false },
    },
    companySettings: {
      ...{ currency: currencies[0], priceTypes, discountStrategy: 'bySum', globalOperationNumbering: true },
      ...{ checkShippingStock: true, checkMinPrice: false, useRecycleBin: true, accountCountry: 'RU' },
    },
    units: UNITS.map((name, index) => ({
      ...withMeta(chance, 'uom'),
      name,
      code: String(796 + index),
      ...external(chance),
    })),
    countries: COUNTRIES.map((name, index) => ({
      ...withMeta(chance, 'country'),
      ...{ name, code: String(100 + index), ...external(chance) },
    })),
    folders: makeFolders(chance, owned),
    fields: {
      product: fieldsOf('product'),
      counterparty: fieldsOf('counterparty'),
      // All kinds of documents share one set of fields, to keep the account small, but each kind has its own address
      // for the set.
      documents: fieldsOf('purchaseorder').slice(0, 9),
    },
  }
}

const idOf = ({ meta }: Row): string => meta.href.split('/').at(-1)
const external = (chance: Chance): Row => ({ externalCode: newId(chance).slice(0, 22) })

function withMeta(chance: Chance, type: string): Row {
  const id = newId(chance)
  return { ...metaOf(type, id), id }
}

function typeMeta(type: string, id: string, path: string): Row {
  return { meta: { href: `${SOURCE_BASE}${path}/${id}`, type, mediaType: 'application/json' } }
}

function fields(chance: Chance, entity: string, dictionary: string): Row[] {
  return FIELD_TYPES.map((type, index) => {
    const id = newId(chance)
    // Both forms of this reference are in MoySklad's documentation.
    const customHref =
      index % 2 === 0
        ? `${SOURCE_BASE}/entity/customentity/${dictionary}/metadata`
        : `${SOURCE_BASE}/entity/companysettings/metadata/customEntities/${dictionary}`
    return {
      ...typeMeta('attributemetadata', id, `/entity/${entity}/metadata/attributes`),
      ...(type === 'customentity'
        ? { customEntityMeta: { href: customHref, type: 'customentitymetadata', mediaType: 'application/json' } }
        : {}),
      ...{ id, name: FIELD_NAMES[type], type, required: false },
    }
  })
}

function dictionaryRows(chance: Chance, dictionary: string, accountId: string): Row[] {
  return SEASONS.map((name) => {
    const id = newId(chance)
    const row = { id, accountId, updated: momentAt(10), name, code: name.toLowerCase(), ...external(chance) }
    return { ...metaOf('customentity', id, `/entity/customentity/${dictionary}`), ...row }
  })
}

/** Makes product folders. The `pathName` of a folder is its parent's path, without the folder's own name. */
function makeFolders(chance: Chance, owned: Row): Row[] {
  return FOLDERS.flatMap((name) => {
    const row = (own: string, pathName: string, parent?: Row): Row => ({
      ...withMeta(chance, 'productfolder'),
      ...owned,
      ...{ updated: momentAt(5), name: own, ...external(chance), archived: false, pathName },
      ...(parent === undefined ? {} : { productFolder: refTo(parent) }),
      ...{ vatEnabled: false, useParentVat: true },
    })
    const parent = row(name, '')
    return [parent, ...SUBFOLDERS.slice(0, chance.between(1, 4)).map((own) => row(own, name, parent))]
  })
}

/** Returns values for some of an entity's custom fields, each in the format of the field's type. */
export function fieldValues(chance: Chance, fields: readonly Row[], settings: Settings): Row {
  const filled = fields.filter(() => chance.happens(0.35))
  if (filled.length === 0) return {}
  return {
    attributes: filled.map(({ meta, id, name, type, customEntityMeta }) => ({
      ...{ meta, id, name, type },
      ...fieldValue(chance, type, customEntityMeta, settings),
    })),
  }
}

function fieldValue(chance: Chance, type: string, dictionaryMeta: Row | undefined, { dictionaries }: Settings): Row {
  switch (type) {
    case 'string':
      return { value: chance.pick(['хлопок', 'сталь "40Х"', 'пластик', 'ABS']) }
    case 'text':
      return { value: `Первая строка\nвторая строка ${chance.below(100)}` }
    case 'link':
      return { value: `https://example.org/goods/${chance.below(10_000)}` }
    case 'long':
      return { value: chance.between(0, 60) }
    case 'double':
      return { value: decimal(`${chance.below(10)}.${chance.between(1, 999)}`) }
    case 'boolean':
      return { value: chance.happens(0.5) }
    case 'time':
      return { value: momentAt(chance.below(500_000), 'minutes') }
    case 'customentity': {
      const dictionary = [...dictionaries.keys()].find((id) => dictionaryMeta!.href.includes(id))!
      const { meta, name } = chance.pick(dictionaries.get(dictionary)!)
      return { value: { meta, name } }
    }
    case 'file':
      return {
        value: 'instrukciya.pdf',
        download: { href: `${SOURCE_BASE}/download/${newId(chance)}`, mediaType: 'application/octet-stream' },
      }
    default:
      return { value: { ...metaOf(type, newId(chance)), name: `${FIELD_NAMES[type]} ${chance.below(50)}` } }
  }
}
