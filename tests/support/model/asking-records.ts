/** Generates random commands about warehouses, price types, products and partners. */
import type { Chance } from '../chance/chance.ts'
import { type Ask, type Asking, bodyOf, maybe, price, someId, stockable, usualId } from './asking-basics.ts'
import { customValues } from './asking-catalog.ts'
import type { Json } from './model-kinds.ts'
import { PRODUCT_TEXTS } from './model-products.ts'

export const createWarehouse: Ask = ({ chance }) => ({
  name: 'createWarehouse',
  params: {},
  body: bodyOf({ name: `Склад ${chance.below(100)}`, city: maybe(chance, 0.3, () => 'Тверь') }),
})

export const updateWarehouse: Ask = (asking) => ({
  name: 'updateWarehouse',
  params: { warehouseId: someId(asking, asking.model.warehouses.values()) },
  body: bodyOf({
    name: maybe(asking.chance, 0.3, () => ` Склад ${asking.chance.below(100)} `),
    archived: maybe(asking.chance, 0.8, () => asking.chance.happens(0.5)),
  }),
})

export const deleteWarehouse: Ask = (asking) => ({
  name: 'deleteWarehouse',
  params: { warehouseId: someId(asking, asking.model.warehouses.values()) },
  body: {},
})

export const createPriceType: Ask = ({ chance }) => ({
  name: 'createPriceType',
  params: {},
  body: { name: `Цена ${chance.below(50)}` },
})

export const updatePriceType: Ask = (asking) => ({
  name: 'updatePriceType',
  params: { priceTypeId: someId(asking, asking.model.priceTypes.values()) },
  body: { name: `Цена ${asking.chance.below(50)}`, archived: asking.chance.happens(0.5) },
})

export const deletePriceType: Ask = (asking) => ({
  name: 'deletePriceType',
  params: { priceTypeId: someId(asking, asking.model.priceTypes.values()) },
  body: {},
})

function components(asking: Asking): Json[] {
  const { chance, model } = asking
  const choices = chance.happens(0.85) ? stockable(model) : [...model.products.values()]
  const ids = Array.from({ length: chance.between(1, 3) }, () => usualId(asking, choices))
  // Send a repeated id only rarely, because it is always refused.
  const chosen = chance.happens(0.05) ? ids : [...new Set(ids)]
  return chosen.map((productId) => ({
    productId,
    quantity: chance.pick([1, 1, 1, 2, 3, 0.5, 0.25, 1.5, 0.333, 0.001, 12]),
  }))
}

function prices(asking: Asking): Json[] {
  const { chance, model } = asking
  if (model.priceTypes.size === 0) return []
  const ids = Array.from({ length: chance.between(0, 3) }, () => usualId(asking, model.priceTypes.values()))
  const chosen = chance.happens(0.05) ? ids : [...new Set(ids)]
  return chosen.map((priceTypeId) => ({ priceTypeId, price: price(chance) }))
}

/** Returns random references from a product to other records. */
function links(asking: Asking, probability: number) {
  const { chance, model } = asking
  const other = () => usualId(asking, model.products.values())
  return {
    analogIds: maybe(chance, probability, () =>
      chance.happens(0.2) ? null : [...new Set([other(), other()].slice(0, chance.between(0, 2)))],
    ),
    parentProductId: maybe(chance, probability, () => (chance.happens(0.3) ? null : other())),
    preferredSupplierId: maybe(chance, probability, () =>
      chance.happens(0.3) ? null : usualId(asking, model.partners.values()),
    ),
  }
}

/** Returns random plain values of a product, without prices and references. */
function values(asking: Asking, probability: number) {
  const { chance, model } = asking
  const filterValues = [...model.filters.values()].flatMap(({ archived, values: all }) =>
    [...all.values()].map((value) => ({ id: value.id, archived: archived || value.archived })),
  )
  const valueIds = () => Array.from({ length: chance.between(0, 2) }, () => usualId(asking, filterValues))
  return {
    minPrice: maybe(chance, probability / 2, () => (chance.happens(0.3) ? null : price(chance))),
    cost: maybe(chance, probability, () => (chance.happens(0.2) ? null : price(chance))),
    minStock: maybe(chance, 2 * probability, () => chance.pick([null, 5, 20.5, 0, 100])),
    filterValueIds: maybe(chance, filterValues.length > 0 ? probability : 0, () =>
      chance.happens(0.95) ? [...new Set(valueIds())] : valueIds(),
    ),
    customValues: maybe(chance, probability, () => customValues(asking, 'product')),
  }
}

const TEXTS = ['Слово', ' Другое слово ', '', null, undefined] as const

/**
 * Returns a plain text field with an ordinary value, a value in spaces, an empty value or null; or omits the field. The
 * choice depends on the number in the product's name instead of a random number. So a new field does not change any
 * other command of a run.
 */
const textOf = (number: number) => ({
  [PRODUCT_TEXTS[number % PRODUCT_TEXTS.length]!]: TEXTS[Math.floor(number / PRODUCT_TEXTS.length) % TEXTS.length],
})

export const createProduct: Ask = (asking) => {
  const { chance, model } = asking
  const kind = chance.weigh<string | undefined>([
    [5, undefined],
    [2, 'product'],
    [2, 'variant'],
    [1, 'service'],
    [model.products.size < 3 ? 0 : 3, 'bundle'],
  ])
  const isBundle = kind === 'bundle'
  const number = chance.below(1_000)
  return {
    name: 'createProduct',
    params: {},
    body: bodyOf({
      name: `Товар ${number}`,
      kind,
      sku: maybe(chance, 0.3, () => `SKU-${chance.below(1_000)}`),
      price: maybe(chance, 0.7, () => (chance.happens(0.1) ? null : price(chance))),
      prices: maybe(chance, 0.4, () => prices(asking)),
      components: isBundle !== chance.happens(0.03) ? components(asking) : maybe(chance, 0.1, () => []),
      ...textOf(number),
      ...values(asking, 0.25),
      ...links(asking, 0.1),
    }),
  }
}

export const updateProduct: Ask = (asking) => {
  const { chance, model } = asking
  const productId = someId(asking, model.products.values())
  const product = model.products.get(productId)
  const kind = maybe(chance, 0.15, () => chance.pick(['product', 'variant', 'service', 'bundle']))
  const isBundle = (kind ?? product?.kind) === 'bundle'
  const number = chance.below(1_000)
  return {
    name: 'updateProduct',
    params: { productId },
    body: bodyOf({
      name: `Товар ${number}`,
      kind,
      price: maybe(chance, 0.4, () => (chance.happens(0.15) ? null : price(chance))),
      prices: maybe(chance, 0.3, () => prices(asking)),
      components: isBundle
        ? maybe(chance, product?.kind === 'bundle' ? 0.3 : 0.9, () => components(asking))
        : maybe(chance, product?.kind === 'bundle' ? 0.9 : 0.03, () => []),
      archived: maybe(chance, 0.3, () => chance.happens(product?.archived ? 0.15 : 0.5)),
      ...textOf(number),
      ...values(asking, 0.25),
      ...links(asking, 0.12),
    }),
  }
}

export const deleteProduct: Ask = (asking) => ({
  name: 'deleteProduct',
  params: { productId: someId(asking, asking.model.products.values()) },
  body: {},
})

const NAMES = ['Ромашка', 'Василёк', 'Иван Петров', 'ООО «Чай»', 'Anna Müller', 'Склад-Сервис', 'Мир', 'Покупатель 1']
const EMAILS = ['a@example.org', 'A@Example.org', 'b@example.org', 'c@example.org', '', null]
const PHONES = ['8 916 123-45-67', '+7 916 123 45 67', '7 (916) 1234567', '8 495 000-00-01', 'нет', '', null]

/** Returns a name, usually a new one, because partners with the same name cannot be referred to by name. */
const newName = (chance: Chance): string =>
  chance.happens(0.25) ? chance.pick(NAMES) : `${chance.pick(NAMES)} ${chance.below(1_000)}`

function partnerFields(asking: Asking, probability: number) {
  const { chance, model } = asking
  return {
    customValues: maybe(chance, probability, () => customValues(asking, 'partner')),
    roles: maybe(chance, probability, () => chance.pick([[], ['Поставщик'], ['customer', 'друг'], ['supplier'], null])),
    email: maybe(chance, probability, () => chance.pick(EMAILS)),
    phone: maybe(chance, probability, () => chance.pick(PHONES)),
    priceTypeId: maybe(chance, model.priceTypes.size > 0 ? 1.3 * probability : 0, () =>
      chance.happens(0.3)
        ? null
        : chance.happens(0.7)
          ? usualId(asking, model.priceTypes.values())
          : someId(asking, chance.happens(0.8) ? model.priceTypes.values() : []),
    ),
  }
}

export const createPartner: Ask = (asking) => ({
  name: 'createPartner',
  params: {},
  body: bodyOf({
    name: newName(asking.chance),
    type: maybe(asking.chance, 0.5, () => asking.chance.pick(['Поставщик', 'Покупатель', null])),
    ...partnerFields(asking, 0.3),
  }),
})

export const updatePartner: Ask = (asking) => ({
  name: 'updatePartner',
  params: { partnerId: someId(asking, asking.model.partners.values()) },
  body: bodyOf({
    name: maybe(asking.chance, 0.3, () => newName(asking.chance)),
    archived: maybe(asking.chance, 0.5, () => asking.chance.happens(0.35)),
    ...partnerFields(asking, 0.25),
  }),
})

export const deletePartner: Ask = (asking) => ({
  name: 'deletePartner',
  params: { partnerId: someId(asking, asking.model.partners.values()) },
  body: {},
})

export const resolvePartner: Ask = ({ chance }) => ({
  name: 'resolvePartner',
  params: {},
  body: bodyOf({
    name: chance.pick(NAMES),
    type: chance.pick(['Поставщик', 'Покупатель']),
    email: maybe(chance, 0.7, () => chance.pick(EMAILS)),
    phone: maybe(chance, 0.7, () => chance.pick(PHONES)),
  }),
})
