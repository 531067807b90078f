/** Describes the fields of stock rules and supplier items. Source: docs/decisions/0070. */
import { Type } from 'typebox'
import { Id, Money, Quantity, QuantityOrZero, ShortText } from '../schema.ts'
import { idOf, MONEY, PRODUCT_ID, QUANTITY, STAMPS, SUPPLIER_ID, WAREHOUSE_ID } from './common.ts'
import { atCreation, emptied, lasting, nullable } from './field.ts'
import { recordKind } from './kind.ts'

export const MAX_DAYS = 365
/** A number of whole days. */
const Days = Type.Integer({ minimum: 0, maximum: MAX_DAYS })

/** Headings that people use for a column with the names of suppliers. */
const SUPPLIER_HEADINGS = ['контрагент', 'поставщик товара', 'у кого заказывать', 'supplier name', 'vendor'] as const

export const STOCK_RULE = recordKind(
  {
    title: 'StockRule',
    description: 'How much of a product should be in a warehouse, or in all warehouses together.',
  },
  {
    id: idOf('stockRule'),
    productId: atCreation(lasting(Id, PRODUCT_ID)),
    warehouseId: atCreation(
      nullable(Id, {
        label: WAREHOUSE_ID.label,
        meaning: 'The id of the warehouse; null: the rule is about the stock of all warehouses together.',
        example: null,
        imported: { headings: ['место хранения', 'магазин', 'название склада', 'warehouse name', 'location'] },
      }),
    ),
    minStock: emptied(QuantityOrZero, 0 as never, {
      label: ['Минимум', 'Minimum'],
      meaning: `The product is proposed for ordering when the available and ordered quantity is no more than this. ${QUANTITY}`,
      example: 5,
      imported: {
        headings: [
          'мин',
          'мин остаток',
          'минимальный остаток',
          'неснижаемый остаток',
          'неснижаемый запас',
          'точка заказа',
          'min',
          'min stock',
          'minimum stock',
          'reorder point',
          'reorder level',
        ],
      },
    }),
    maxStock: nullable(QuantityOrZero, {
      label: ['Максимум', 'Maximum'],
      meaning: `Orders bring the stock up to this quantity; null: up to the minimum. It is not less than the minimum. ${QUANTITY}`,
      example: 20,
      imported: {
        headings: [
          'макс',
          'макс остаток',
          'максимальный остаток',
          'максимальный запас',
          'max',
          'max stock',
          'maximum stock',
          'order up to',
        ],
      },
    }),
    safetyDays: emptied(Days, 0, {
      label: ['Запас, дней', 'Safety, days'],
      meaning: 'When ordered goods arrive, the stock should still last for this many days of sales.',
      example: 1,
      imported: {
        headings: ['запас (дней)', 'дней запаса', 'страховой запас, дней', 'страховой запас (дней)', 'safety days'],
        reader: 'days',
      },
    }),
    coverDays: emptied(Days, 0, {
      label: ['Заказывать на, дней', 'Order for, days'],
      meaning: 'For how many days of sales an order should last, in addition to the days of delivery and safety.',
      example: 14,
      imported: {
        headings: [
          'заказывать на',
          'заказывать на (дней)',
          'дней покрытия',
          'период заказа',
          'cover days',
          'days of cover',
        ],
        reader: 'days',
      },
    }),
    supplierId: nullable(Id, {
      label: SUPPLIER_ID.label,
      meaning: 'The id of the supplier to order from; null: the preferred supplier of the product.',
      example: null,
      imported: { headings: SUPPLIER_HEADINGS },
    }),
    ...STAMPS,
  },
)

export const SUPPLIER_ITEM = recordKind(
  { title: 'SupplierItem', description: 'How a supplier sells a product: code, price, pack and time of delivery.' },
  {
    id: idOf('supplierItem'),
    productId: atCreation(lasting(Id, PRODUCT_ID)),
    supplierId: atCreation(lasting(Id, { ...SUPPLIER_ID, imported: { headings: SUPPLIER_HEADINGS } })),
    code: nullable(ShortText, {
      label: ['Код у поставщика', 'Supplier’s code'],
      meaning: 'The code of the product in the supplier’s price list.',
      example: 'RM-204',
      imported: {
        headings: [
          'код поставщика',
          'код товара у поставщика',
          'артикул поставщика',
          'артикул у поставщика',
          'код в прайсе',
          "supplier's code",
          'supplier code',
          'supplier sku',
        ],
      },
    }),
    price: nullable(Money, {
      label: ['Цена поставщика', 'Supplier’s price'],
      meaning: `The supplier’s price of one unit. It is used for lines of drafted orders. ${MONEY}`,
      example: 95.4,
      isCost: true,
      imported: {
        headings: [
          'цена',
          'закупочная цена',
          'цена закупки',
          'цена закуп',
          'закупка',
          'цена в прайсе',
          "supplier's price",
          'supplier price',
          'price',
          'purchase price',
          'unit price',
        ],
      },
    }),
    packQuantity: nullable(Quantity, {
      label: ['Кратность', 'Pack'],
      meaning: `Orders are rounded up to whole multiples of this; null: any quantity. ${QUANTITY}`,
      example: 12,
      imported: {
        headings: [
          'упаковка',
          'в упаковке',
          'кол-во в упаковке',
          'количество в упаковке',
          'кратность заказа',
          'pack size',
          'pack quantity',
        ],
      },
    }),
    minQuantity: nullable(Quantity, {
      label: ['Минимальный заказ', 'Smallest order'],
      meaning: `The smallest quantity that the supplier sells; null: any. ${QUANTITY}`,
      example: null,
      imported: {
        headings: [
          'мин заказ',
          'минимальная партия',
          'мин партия',
          'минимальное количество',
          'minimum order',
          'min order',
          'moq',
        ],
      },
    }),
    leadDays: emptied(Days, 0, {
      label: ['Срок поставки, дней', 'Delivery, days'],
      meaning: 'How many days pass between the order and the delivery.',
      example: 3,
      imported: {
        headings: [
          'срок поставки',
          'срок поставки (дней)',
          'срок доставки',
          'дней доставки',
          'lead time',
          'lead days',
          'lead time, days',
          'delivery time',
        ],
        reader: 'days',
      },
    }),
    ...STAMPS,
  },
)
