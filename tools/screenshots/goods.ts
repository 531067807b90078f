/** Creates the goods of the company in the screenshots. */
import sharp from 'sharp'
import type { Browser } from '../../tests/support/node/browser.ts'
import { made } from '../../tests/support/scene/web-shop.ts'
import { uploaded } from './uploads.ts'

export interface Goods {
  readonly warehouseId: string
  readonly otherWarehouseId: string
  readonly priceTypeId: string
  readonly filterId: string
  readonly customFieldId: string
  readonly bundleId: string
  readonly variantId: string
  /** The ids of products that have stock. */
  readonly products: readonly string[]
  /** Receives stock of all `products` from the given supplier. */
  readonly receive: (supplier: string) => Promise<void>
}

const PICTURE_PX = 480

const barcodeOf = (index: number) => `46000000001${index}7`
/** The barcode of the cups, which are counted in a picture. */
export const COUNTED_BARCODE = barcodeOf(3)

const PLAIN = [
  { name: 'Чай чёрный «Ассам», 250 г', sku: 'TEA-101', price: 890, category: 'Чай', colour: '#8a4b2a', shape: 'box' },
  { name: 'Чай зелёный «Сенча», 100 г', sku: 'TEA-102', price: 640, category: 'Чай', colour: '#5d8a4a', shape: 'box' },
  {
    name: 'Кофе в зёрнах «Арабика», 1 кг',
    sku: 'COF-1000',
    price: 1290.5,
    category: 'Кофе',
    colour: '#4a3427',
    shape: 'bag',
  },
  { name: 'Чашка фарфоровая, 250 мл', sku: 'CUP-250', price: 350, category: 'Посуда', colour: '#c9d6e2', shape: 'cup' },
  {
    name: 'Чайник эмалированный, 1,5 л',
    sku: 'KET-15',
    price: 1990,
    category: 'Посуда',
    colour: '#b5413b',
    shape: 'cup',
  },
  { name: 'Мёд липовый, 500 г', sku: 'HON-500', price: 520, category: 'К чаю', colour: '#d99a2b', shape: 'box' },
  {
    name: 'Варенье из сосновых шишек с кедровым орехом, подарочная банка, 300 г',
    sku: 'JAM-300',
    price: 480,
    category: 'К чаю',
    colour: '#7a2f4b',
    shape: 'box',
  },
] as const

const SHAPES = {
  box: '<rect x="150" y="110" width="180" height="270" rx="14"/><rect x="175" y="190" width="130" height="70" rx="6" fill="#fff" opacity=".85"/>',
  bag: '<path d="M160 130 h160 l20 260 h-200z"/><circle cx="240" cy="260" r="46" fill="#fff" opacity=".85"/>',
  cup: '<path d="M130 170 h200 v90 a90 90 0 0 1 -90 90 h-20 a90 90 0 0 1 -90 -90z"/><path d="M330 190 a46 46 0 0 1 0 100" fill="none" stroke-width="20" stroke="currentColor"/>',
}

const photo = ({ colour, shape }: { readonly colour: string; readonly shape: keyof typeof SHAPES }) =>
  sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="${PICTURE_PX}" height="${PICTURE_PX}" viewBox="0 0 480 480" color="${colour}"><rect width="480" height="480" fill="#f1efeb"/><ellipse cx="240" cy="392" rx="130" ry="18" fill="#d8d4cc"/><g fill="${colour}">${SHAPES[shape]}</g></svg>`,
    ),
  )
    .jpeg({ quality: 85 })
    .toBuffer()

async function makeFilter(owner: Browser): Promise<{ filterId: string; valueIds: string[] }> {
  const filter = await made(owner, 'filters', { name: 'Упаковка' })
  const valueIds: string[] = []
  for (const name of ['Пакет', 'Банка', 'Подарочная'])
    valueIds.push((await made(owner, `filters/${filter.id}/values`, { name })).id)
  return { filterId: filter.id, valueIds }
}

interface Lists {
  readonly priceTypeId: string
  readonly valueIds: readonly string[]
}

async function makePlain(owner: Browser, { priceTypeId, valueIds }: Lists): Promise<string[]> {
  const ids: string[] = []
  for (const [index, { colour, shape, ...fields }] of PLAIN.entries()) {
    const product = await made(owner, 'products', {
      ...fields,
      uom: 'шт',
      minStock: index === 5 ? 80 : 5,
      barcodes: [barcodeOf(index)],
      prices: [{ priceTypeId, price: Math.round(fields.price * 0.8) }],
      filterValueIds: [valueIds[index % valueIds.length]],
      tags: index % 2 === 0 ? ['хит'] : [],
      customValues: { 'Срок годности': '24 месяца' },
    })
    const bytes = await photo({ colour, shape })
    await uploaded(owner, `products/${product.id}/images`, { bytes, type: 'image/jpeg' })
    ids.push(product.id)
  }
  return ids
}

/** Creates warehouses, price types, filters, custom fields and products of every kind. */
export async function makeGoods(owner: Browser): Promise<Goods> {
  const warehouse = await made(owner, 'warehouses', { name: 'Основной', city: 'Москва', address: 'ул. Складочная, 1' })
  const other = await made(owner, 'warehouses', { name: 'Магазин на Тверской', short: 'МГЗ', city: 'Москва' })
  const wholesale = await made(owner, 'price-types', { name: 'Опт' })
  const { filterId, valueIds } = await makeFilter(owner)
  const field = await made(owner, 'custom-fields', {
    entityKind: 'product',
    name: 'Срок годности',
    valueType: 'string',
  })
  const products = await makePlain(owner, { priceTypeId: wholesale.id, valueIds })
  const variant = await made(owner, 'products', {
    ...{ kind: 'variant', name: 'Чашка фарфоровая, 250 мл, синяя', sku: 'CUP-250-B', uom: 'шт', price: 370 },
    parentProductId: products[3],
    customValues: { Цвет: 'синий' },
  })
  const bundle = await made(owner, 'products', {
    ...{ kind: 'bundle', name: 'Набор «Чаепитие»', sku: 'SET-1', uom: 'шт', price: 2490 },
    components: [
      { productId: products[0], quantity: 1 },
      { productId: products[3], quantity: 2 },
    ],
  })
  await made(owner, 'products', { kind: 'service', name: 'Доставка по Москве', sku: 'DLV', price: 350 })
  const receive = async (supplier: string) => {
    for (const [index, productId] of [...products, variant.id].entries())
      for (const part of [1, 2])
        await made(owner, 'stock/receipt', {
          ...{ productId, warehouseId: warehouse.id, supplier, quantity: 18 * part + index },
          unitCost: Math.round((PLAIN[index]?.price ?? 370) * 0.5) + part,
        })
    const from = { productId: products[0], warehouseId: warehouse.id }
    await made(owner, 'stock/transfer', { ...from, toWarehouseId: other.id, quantity: 6 })
    await made(owner, 'stock/writeoff', { ...from, quantity: 1, reason: 'Порвана упаковка' })
  }
  return {
    warehouseId: warehouse.id,
    otherWarehouseId: other.id,
    priceTypeId: wholesale.id,
    filterId,
    customFieldId: field.id,
    bundleId: bundle.id,
    variantId: variant.id,
    products,
    receive,
  }
}
