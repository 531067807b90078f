/** Describes the fields of products. To add a plain field, add a line here. Source: S-PRODUCT-1. */
import { Type } from 'typebox'
import {
  CustomValues,
  Id,
  list,
  Measure,
  Money,
  Name,
  Note,
  oneOf,
  optional,
  orNull,
  Quantity,
  QuantityOrZero,
  ShortText,
  strictObject,
} from '../schema.ts'
import { ARCHIVED, customValues, idOf, KIND, MONEY, NAME_HEADINGS, QUANTITY, STAMPS } from './common.ts'
import { exampleId } from './examples.ts'
import { begun, defaulted, emptied, nullable, required, several } from './field.ts'
import { recordKind } from './kind.ts'

export const PRODUCT_KINDS = ['product', 'bundle', 'service', 'variant'] as const

const Package = Type.Object({ name: Name, quantity: QuantityOrZero, barcode: orNull(ShortText) }, { title: 'Package' })
const Component = Type.Object({ productId: Id, quantity: QuantityOrZero }, { title: 'Component' })
const ProductPrice = Type.Object({ priceTypeId: Id, price: Money }, { title: 'ProductPrice' })
export const ProductImage = Type.Object(
  {
    id: Id,
    contentType: ShortText,
    size: Type.Integer(),
    width: Type.Integer(),
    height: Type.Integer(),
  },
  { title: 'ProductImage', description: 'A photograph of a product.' },
)

export const PRODUCT = recordKind(
  { title: 'Product', description: 'A product, variant, service or bundle.' },
  {
    id: idOf('product'),
    name: required(Name, {
      label: ['Название', 'Name'],
      meaning: 'A name for people; several records may have the same name.',
      example: 'Чайник',
      searched: true,
      imported: {
        headings: [
          ...NAME_HEADINGS,
          'товар',
          'номенклатура',
          'product',
          'product name',
          'наименование товара',
          'название товара',
        ],
      },
    }),
    kind: defaulted(oneOf(PRODUCT_KINDS), 'product', {
      ...KIND,
      example: 'product',
      choices: {
        product: ['товар', 'product'],
        bundle: ['комплект', 'bundle'],
        service: ['услуга', 'service'],
        variant: ['вариант', 'variant'],
      },
      filter: 'kind',
      imported: { headings: ['тип', 'вид товара', 'тип товара'] },
    }),
    sku: nullable(ShortText, {
      label: ['Артикул', 'SKU'],
      meaning: 'The SKU (stock keeping unit), also called article number.',
      example: 'TEA-1',
      searched: true,
      imported: { headings: ['арт', 'арт.', 'article', 'артикул товара', 'vendor code'] },
    }),
    category: nullable(ShortText, {
      label: ['Категория', 'Category'],
      meaning: 'The category, as free text.',
      example: 'Кухня',
      filter: 'category',
      imported: { headings: ['группа', 'группа товаров', 'раздел', 'group'] },
    }),
    description: nullable(Note, {
      label: ['Описание', 'Description'],
      meaning: 'A description, as free text.',
      example: null,
      imported: {},
    }),
    code: nullable(ShortText, {
      label: ['Код', 'Code'],
      meaning: 'An internal code, as free text.',
      example: null,
      searched: true,
      imported: { headings: ['код товара', 'код номенклатуры', 'product code'] },
    }),
    externalCode: nullable(ShortText, {
      label: ['Внешний код', 'External code'],
      meaning: 'A code in another system, as free text.',
      example: null,
      searched: true,
      imported: { headings: ['внешний id'] },
    }),
    uom: nullable(ShortText, {
      label: ['Единица измерения', 'Unit'],
      meaning: 'The unit of measure, such as шт or кг.',
      example: 'шт',
      imported: {
        headings: ['ед', 'ед.', 'ед. изм.', 'ед.изм.', 'ед изм', 'единица', 'uom', 'единица измерения'],
        reader: 'unit of measure',
      },
    }),
    country: nullable(ShortText, {
      label: ['Страна', 'Country'],
      meaning: 'The country of origin.',
      example: null,
      imported: {},
    }),
    price: nullable(Money, {
      label: ['Цена', 'Price'],
      meaning: `The main price. ${MONEY}`,
      example: 1500,
      imported: {
        headings: [
          'цена розн',
          'розн',
          'розница',
          'розничная',
          'цена розничная',
          'розн цена',
          'продажная цена',
          'цена продажная',
          'цена продаж',
          'цена продажи',
          'розничная цена',
          'цена, руб',
          'цена, руб.',
          'цена руб',
          'стоимость',
          'retail price',
        ],
      },
    }),
    cost: nullable(Money, {
      label: ['Закупочная цена', 'Purchase price'],
      meaning: `The usual purchase cost of one unit. ${MONEY}`,
      example: 980.5,
      isCost: true,
      imported: {
        headings: [
          'закуп',
          'закупочная',
          'цена закупочная',
          'цена закуп',
          'закуп цена',
          'закупка цена',
          'входная цена',
          'себест',
          'себестоимость',
          'цена поставщика',
          'опт закупка',
          'цена закупки',
          'закупка',
          'cost',
          'buying price',
        ],
      },
    }),
    minPrice: nullable(Money, {
      label: ['Минимальная цена', 'Minimum price'],
      meaning: `The lowest price at which the product may be sold. ${MONEY}`,
      example: null,
      isCost: true,
      imported: { headings: ['мин. цена', 'мин цена'] },
    }),
    minStock: nullable(QuantityOrZero, {
      label: ['Неснижаемый остаток', 'Minimum stock'],
      meaning: `The owner is notified when the available quantity falls below this. ${QUANTITY}`,
      example: 5,
      imported: {
        headings: [
          'остаток мин',
          'мин ост',
          'минимум',
          'мин запас',
          'минимальный запас',
          'неснижаемый запас',
          'неснижаемый',
          'мин кол-во',
          'минимальное количество',
          'мин. остаток',
          'минимальный остаток',
          'мин остаток',
        ],
      },
    }),
    weightKg: nullable(Measure, {
      label: ['Вес, кг', 'Weight, kg'],
      meaning: 'The weight of one unit, in kilograms.',
      example: 1.2,
      imported: { headings: ['вес', 'масса', 'вес (кг)', 'weight'], reader: 'weight' },
    }),
    volumeM3: nullable(Measure, {
      label: ['Объём, м³', 'Volume, m³'],
      meaning: 'The volume of one unit, in cubic metres.',
      example: null,
      imported: { headings: ['объем', 'объём', 'объем, м3', 'volume'], reader: 'volume' },
    }),
    vatRate: nullable(Measure, {
      label: ['НДС, %', 'VAT, %'],
      meaning: 'The VAT rate, in per cent.',
      example: 20,
      imported: { headings: ['ндс', 'ставка ндс', 'vat'], reader: 'per cent' },
    }),
    preferredSupplierId: nullable(Id, {
      label: ['Основной поставщик', 'Preferred supplier'],
      meaning: 'The id of the partner that usually supplies the product.',
      example: null,
      filter: 'supplierId',
      imported: { headings: ['поставщик', 'supplier'] },
    }),
    parentProductId: nullable(Id, {
      label: ['Основной товар', 'Parent product'],
      meaning: 'The id of the product of which this one is a variant. A product cannot be its own ancestor.',
      example: null,
      filter: 'parentProductId',
    }),
    barcodes: several(
      ShortText,
      {
        label: ['Штрихкоды', 'Barcodes'],
        meaning: 'The barcodes as printed on the goods. A given array replaces the old one.',
        example: ['4607001234562'],
        searched: true,
        imported: {
          headings: [
            'штрихкод',
            'штрих-код',
            'штрих код',
            'штрих-коды',
            'шк',
            'ean',
            'ean13',
            'ean-13',
            'barcode',
            'gtin',
          ],
          reader: 'barcodes',
        },
      },
      Name,
    ),
    packages: several(
      Package,
      {
        label: ['Упаковки', 'Packages'],
        meaning: 'The packages in which the product comes. A given array replaces the old one.',
        example: [],
        searched: (packages) => packages.map(({ barcode }) => barcode),
        stored: (packages) =>
          packages.map(({ name, quantity, barcode }) => ({ name, quantity, barcode: barcode || null })),
      },
      strictObject({ name: Name, quantity: QuantityOrZero, barcode: optional<string>(ShortText) }),
    ),
    analogIds: several(Id, {
      label: ['Аналоги', 'Analogs'],
      meaning: 'The ids of products that can be offered instead.',
      example: [],
    }),
    tags: several(
      ShortText,
      {
        label: ['Теги', 'Tags'],
        meaning: 'Free-text tags to find products by.',
        example: ['хит'],
        searched: true,
        filter: 'tag',
        imported: { headings: ['метки'] },
      },
      Name,
    ),
    components: several(
      Component,
      {
        label: ['Состав', 'Components'],
        meaning: 'The components of one bundle.',
        example: [],
        filter: {
          name: 'componentId',
          schema: Id,
          valuesOf: (components) => components.map(({ productId }) => productId),
        },
      },
      strictObject({ productId: Id, quantity: Quantity }),
    ),
    filterValueIds: several(Id, {
      label: ['Характеристики', 'Filters'],
      meaning: 'The ids of the filter values assigned to the product. A given array replaces the old one.',
      example: [exampleId('value')],
      filter: 'valueId',
    }),
    prices: several(
      ProductPrice,
      {
        label: ['Цены по типам', 'Prices by type'],
        meaning: 'The prices by price type, at most one for each type. A given array replaces the old one.',
        example: [{ priceTypeId: exampleId('priceType'), price: 1350 }],
        filter: {
          name: 'priceTypeId',
          schema: Id,
          valuesOf: (prices) => prices.map(({ priceTypeId }) => priceTypeId),
        },
      },
      strictObject({ priceTypeId: Id, price: Money }),
    ),
    images: begun(list(ProductImage), [], {
      label: ['Фотографий', 'Photographs'],
      meaning: 'The photographs: the main one first, new ones last. Their bytes are at `/api/v1/images/{imageId}`.',
      example: [],
    }),
    customValues: emptied(CustomValues, {}, customValues({ Гарантия: '1 год' })),
    archived: ARCHIVED,
    ...STAMPS,
  },
)
