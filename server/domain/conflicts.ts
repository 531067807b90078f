/**
 * Error codes for commands that the warehouse rules refuse (status 409). problems.ts explains what an entry contains.
 */
import type { AboutCode } from './about-code.ts'
import { PAYMENT_CONFLICTS } from './payment-conflicts.ts'
import { SHIPPING_CONFLICTS } from './shipping-conflicts.ts'
import { TRANSITION_CONFLICTS } from './transition-conflicts.ts'

export const CONFLICTS = {
  IDEMPOTENCY_KEY_REUSED: {
    status: 409,
    title: 'The Idempotency-Key was used for another command',
    when: 'The key was used for another command: another method, path or body.',
    advice: 'Use a new key for a new command.',
    said: [
      'Это уже отправлено в другом виде. Проверьте, что получилось, и начните заново.',
      'This was already sent with other content. Check the result and start over.',
    ],
  },
  INSUFFICIENT_STOCK: {
    status: 409,
    title: 'Not enough available stock',
    when: 'The requested quantity is more than is available, or more than the selected lot has left. Reserved stock is not available.',
    advice: 'Ask for less, receive more, or release a reserve.',
    said: [
      'Столько нет в наличии. Уменьшите количество или примите товар.',
      'Not enough in stock. Ask for less, or receive more.',
    ],
    reasons: {
      product: {
        figures: {
          ...{ asked: 'quantity', available: 'quantity', productId: 'id', product: 'name' },
          ...{ warehouseId: 'id', warehouse: 'name' },
        },
        told: [
          'Доступно {{available}}, нужно {{asked}}: «{{product}}», склад «{{warehouse}}».',
          '{{asked}} of “{{product}}” needed, {{available}} available at “{{warehouse}}”.',
        ],
      },
      lot: {
        figures: { asked: 'quantity', left: 'quantity', lotId: 'id', productId: 'id', product: 'name' },
        told: [
          'В партии осталось {{left}}, нужно {{asked}}.',
          'You asked for {{asked}}, but the lot has only {{left}} left.',
        ],
      },
    },
  },
  BELOW_MIN_PRICE: {
    status: 409,
    title: 'The price is below the minimum price of the product',
    when: 'A line with a given price or a discount would sell below the `minPrice` of its product, and the caller is not the owner.',
    advice: 'Ask for a higher price or a smaller discount, or let the owner do it.',
    said: [
      'Цена ниже минимальной. Повысьте её или попросите владельца.',
      'The price is below the minimum. Raise it, or ask the owner.',
    ],
    figures: { productId: 'id', product: 'name', line: 'count' },
    told: [
      '«{{product}}»: цена ниже минимальной. Повысьте её или попросите владельца.',
      '“{{product}}”: the price is below the minimum. Raise it, or ask the owner.',
    ],
  },
  HAS_REFERENCES: {
    status: 409,
    title: 'The record is in use',
    when: 'Another record still refers to the record that the command deletes, archives or changes.',
    advice: 'Deal with the `blockers`, or archive the record instead.',
    said: [
      'Запись используется. Разберитесь с тем, что её держит, или отправьте её в архив.',
      'The record is in use. Remove what uses it, or archive it.',
    ],
    reasons: {
      named: {
        figures: { references: 'counts' },
      },
      component: {
        figures: { productId: 'id', product: 'name', bundles: 'count' },
        told: [
          '«{{product}}» входит в действующие комплекты ({{bundles}}). Сначала измените их или отправьте в архив.',
          '“{{product}}” is part of active bundles ({{bundles}}). Change or archive them first.',
        ],
      },
    },
  },
  WAREHOUSE_NOT_EMPTY: {
    status: 409,
    title: 'The warehouse is not empty',
    when: 'The warehouse still has stock or open orders.',
    advice: 'Move the stock out and complete the orders, then archive or delete it.',
    said: ['На складе есть товар или открытые заказы.', 'The warehouse has stock or open orders.'],
    figures: { warehouseId: 'id', warehouse: 'name', lots: 'count', orders: 'count' },
    told: [
      'На складе «{{warehouse}}» партий: {{lots}}, открытых заказов: {{orders}}. Сначала переместите товар и завершите заказы.',
      '“{{warehouse}}” still has stock or open orders (lots: {{lots}}, orders: {{orders}}). Move the stock and complete the orders first.',
    ],
  },
  LAST_WAREHOUSE: {
    status: 409,
    title: 'This is the last active warehouse',
    when: 'It is the last active warehouse of the company.',
    advice: 'Create or restore another one first.',
    said: [
      'Это последний действующий склад. Сначала создайте или верните другой.',
      'This is the last active warehouse. Create or restore another one first.',
    ],
    figures: { warehouseId: 'id', warehouse: 'name' },
    told: [
      '«{{warehouse}}» — последний действующий склад. Сначала создайте или верните другой.',
      '“{{warehouse}}” is the last active warehouse. Create or restore another one first.',
    ],
  },
  ARCHIVED: {
    status: 409,
    title: 'The record is archived',
    when: 'A new operation names a record that is archived.',
    advice: 'Restore the record or choose another one.',
    said: [
      'Запись в архиве. Верните её или выберите другую.',
      'The record is archived. Restore it or choose another one.',
    ],
    figures: { entity: 'word', id: 'id', name: 'name' },
    told: [
      '«{{name}}» в архиве. Верните из архива или выберите другое.',
      '“{{name}}” is archived. Restore it or choose another one.',
    ],
  },
  ...TRANSITION_CONFLICTS,
  ...SHIPPING_CONFLICTS,
  NOT_STOCKED: {
    status: 409,
    title: 'This kind of product has no stock of its own',
    when: 'The command receives, writes off or transfers a bundle or a service.',
    advice: 'Use the components of the bundle instead; services have no stock.',
    said: ['У этого товара нет своего остатка.', 'This product has no stock of its own.'],
    reasons: {
      bundle: {
        figures: { productId: 'id', product: 'name' },
        told: [
          '«{{product}}» — комплект, своего остатка у него нет. Укажите то, из чего он состоит.',
          '“{{product}}” is a bundle and has no stock of its own. Use its components.',
        ],
      },
      service: {
        figures: { productId: 'id', product: 'name' },
        told: ['«{{product}}» — услуга, остатка у неё нет.', '“{{product}}” is a service and has no stock.'],
      },
    },
  },
  LOT_MISMATCH: {
    status: 409,
    title: 'The lot is for another product or warehouse',
    when: 'The selected lot belongs to another product or warehouse.',
    advice: 'Choose a lot of this product at this warehouse, or leave the lot out.',
    said: [
      'Партия от другого товара или с другого склада. Выберите другую.',
      'The lot belongs to another product or warehouse. Choose another one.',
    ],
    figures: { lotId: 'id', productId: 'id', warehouseId: 'id' },
  },
  INVALID_COMPONENT: {
    status: 409,
    title: 'The product cannot be a component',
    when: 'A component is archived, is neither a product nor a variant, or is the bundle itself.',
    advice: 'Choose an active product or variant.',
    said: ['Этот товар не может входить в комплект.', 'This product cannot be part of a bundle.'],
    reasons: {
      itself: {
        figures: { productId: 'id', product: 'name' },
        told: ['«{{product}}» не может входить в состав самого себя.', '“{{product}}” cannot be part of itself.'],
      },
      kind: {
        figures: { productId: 'id', product: 'name', kind: ['bundle', 'service'] },
        told: [
          '«{{product}}»: в комплект могут входить только товары и варианты.',
          '“{{product}}”: only products and variants can be part of a bundle.',
        ],
      },
      archived: {
        figures: { productId: 'id', product: 'name' },
        told: [
          '«{{product}}» в архиве. Верните из архива или выберите другое.',
          '“{{product}}” is archived. Restore it or choose another one.',
        ],
      },
    },
  },
  AMBIGUOUS_PARTNER: {
    status: 409,
    title: 'Several partners have this name',
    when: 'Several active partners have this name.',
    advice: 'Rename one of the `blockers`, or archive those that are not used.',
    said: ['Контрагентов с таким именем несколько.', 'Several partners have this name.'],
    figures: { role: ['supplier', 'customer'], name: 'name', count: 'count' },
    told: [
      'Контрагентов с именем «{{name}}»: {{count}}. Переименуйте лишних или отправьте в архив.',
      'Partners called “{{name}}”: {{count}}. Rename or archive those that you do not need.',
    ],
  },
  NOT_DRAFT: {
    status: 409,
    title: 'Only a draft can be changed',
    when: 'The command edits or deletes a procurement document, payment or customer return that is no longer a draft.',
    advice: 'Cancel it, or create a new one.',
    said: ['Изменять и удалять можно только черновик.', 'Only a draft can be edited or deleted.'],
    figures: { entity: ['document', 'payment', 'customer return'], id: 'id', number: 'name', status: 'word' },
    told: [
      '{{number}} — уже не черновик, а изменять и удалять можно только черновик.',
      '{{number}} is no longer a draft. Only a draft can be edited or deleted.',
    ],
  },
  LOTS_CONSUMED: {
    status: 409,
    title: 'Goods of this document were already used',
    when: 'The command cancels a posted receipt, stocktake or customer return, but its goods were already used.',
    advice:
      'Return the rest of a receipt to the supplier with a document of kind `supplier_return`; count goods again instead of cancelling.',
    said: [
      'Этот товар уже расходовали, отменить нельзя.',
      'These goods were already used, so this cannot be cancelled.',
    ],
    figures: { lotId: 'id', productId: 'id', product: 'name', received: 'quantity', gone: 'quantity' },
    told: [
      'Из {{received}} «{{product}}» уже израсходовано {{gone}}, отменить нельзя.',
      '{{gone}} of {{received}} of “{{product}}” were already used, so this cannot be cancelled.',
    ],
  },
  PURCHASE_EXCEEDED: {
    status: 409,
    title: 'The receipt exceeds the purchase',
    when: 'The quantity received is more than what is left on the purchase.',
    advice: 'Receive what is left on the purchase, and the rest without `purchaseId`.',
    said: ['В закупке осталось меньше.', 'The purchase has less left to receive.'],
    figures: { purchaseId: 'id', number: 'name', asked: 'quantity', left: 'quantity' },
    told: [
      'Принимаете {{asked}}, а в закупке {{number}} осталось {{left}}. Остальное примите без закупки.',
      'You are receiving {{asked}}, but purchase {{number}} has {{left}} left. Receive the rest without the purchase.',
    ],
  },
  PURCHASE_MISMATCH: {
    status: 409,
    title: 'The purchase does not match the receipt',
    when: 'The receipt names a purchase of another product, warehouse or supplier.',
    advice: 'Use a purchase that matches, or none.',
    said: [
      'Эта закупка о другом товаре, складе или поставщике.',
      'This purchase is for another product, warehouse or supplier.',
    ],
    figures: { purchaseId: 'id', number: 'name', differs: ['product', 'warehouse', 'supplier'] },
    told: [
      'Закупка {{number}} о другом товаре, складе или поставщике.',
      'Purchase {{number}} is for another product, warehouse or supplier.',
    ],
  },
  UNIT_COST_UNKNOWN: {
    status: 409,
    title: 'The unit cost is not known',
    when: 'A receipt leaves its unit cost to the service (`null`), but the service cannot find one: there is no purchase, no earlier lot and no `cost` of the product.',
    advice: 'Give `unitCost` as on the delivery note, or ask someone who sees costs.',
    said: [
      'Цена закупки ещё не известна. Впишите её с накладной или попросите того, кому видны закупочные цены, указать её у товара.',
      'The unit cost is not known yet. Enter it from the delivery note, or ask someone who sees costs to set it on the product.',
    ],
    figures: { productId: 'id', product: 'name' },
    told: [
      'Цена закупки товара «{{product}}» ещё не известна. Впишите её с накладной или попросите того, кому видны закупочные цены, указать её у товара.',
      'The unit cost of “{{product}}” is not known yet. Enter it from the delivery note, or ask someone who sees costs to set it on the product.',
    ],
  },
  ...PAYMENT_CONFLICTS,
  CONTRACT_MISMATCH: {
    status: 409,
    title: 'The contract does not match',
    when: 'The contract is with another partner or organization than the document or payment.',
    advice: 'Choose a contract with the same partner and organization.',
    said: [
      'Этот договор с другим контрагентом или от другого юрлица.',
      'This contract is with another partner or for another organization.',
    ],
    figures: { contractId: 'id', contract: 'name', differs: ['partner', 'organization'] },
  },
  INCOMPLETE: {
    status: 409,
    title: 'Something is missing for posting',
    when: 'The command posts a document without lines, or a receipt or return without a warehouse or supplier.',
    advice: 'Edit the draft: `detail` names what is missing.',
    said: [
      'Для проведения не хватает данных: нужны строки, склад и поставщик.',
      'Something is missing for posting: lines, warehouse and supplier are needed.',
    ],
    figures: { documentId: 'id', number: 'name', missing: 'words' },
    told: [
      'Документ {{number}} не провести: нужны строки, склад и поставщик.',
      'Document {{number}} cannot be posted: lines, warehouse and supplier are needed.',
    ],
  },
  ALREADY_IMPORTED: {
    status: 409,
    title: 'A document was already made from the file',
    when: 'The command rejects, reads again or makes a draft from an uploaded file, but a document was already made from it.',
    advice: 'Use that document; to use the file again, delete its draft.',
    said: ['Из этого файла уже сделан документ.', 'A document was already made from this file.'],
    reasons: {
      document: {
        figures: { importId: 'id', fileName: 'name', documentId: 'id' },
        told: ['Из файла «{{fileName}}» уже сделан документ.', 'A document was already made from “{{fileName}}”.'],
      },
      stock: {
        figures: { importId: 'id', earlierId: 'id' },
        told: [
          'Остатки из этого файла уже приняты. Загрузите файл, где только недостающее.',
          'The stock from this file was already received. Upload a file with only what is still missing.',
        ],
      },
    },
  },
  NOT_RECOGNIZED: {
    status: 409,
    title: 'The file is not recognized',
    when: 'The command makes a draft from a file that is not recognized yet or could not be recognized.',
    advice: 'Wait until its status is `recognized`, or start the recognition again.',
    said: [
      'Файл ещё не прочитан. Дождитесь или запустите чтение снова.',
      'The file has not been read yet. Wait, or have it read again.',
    ],
    figures: { importId: 'id', fileName: 'name', status: 'word' },
    told: [
      'Файл «{{fileName}}» ещё не прочитан. Дождитесь или запустите чтение снова.',
      '“{{fileName}}” has not been read yet. Wait, or have it read again.',
    ],
  },
  DUPLICATE_EXTERNAL_ID: {
    status: 409,
    title: 'The external id is already used',
    when: 'The external id already belongs to another record.',
    advice: 'Look that record up; you probably created it earlier.',
    said: ['Этот внешний код уже занят.', 'This external ID is already used.'],
    figures: { entity: 'word', id: 'id', externalId: 'name' },
    told: ['Внешний код «{{externalId}}» уже занят.', 'The external ID “{{externalId}}” is already used.'],
  },
  KIND_IN_USE: {
    status: 409,
    title: 'A product with operations cannot change its kind',
    when: 'The command changes the kind of a product that already has operations.',
    advice: 'Create another product of the new kind.',
    said: [
      'С товаром уже были операции, поэтому его вид не меняется. Создайте новый товар.',
      'The product has operations, so its kind cannot change. Create another product.',
    ],
    figures: { productId: 'id', product: 'name', kind: 'word', references: 'counts' },
    told: [
      'С товаром «{{product}}» уже были операции, поэтому его вид не меняется. Создайте новый товар.',
      '“{{product}}” has operations, so its kind cannot change. Create another product.',
    ],
  },
} as const satisfies Record<string, AboutCode>
