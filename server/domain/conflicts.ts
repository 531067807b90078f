/** The codes of what a rule of the warehouse refuses, by 409. problems.ts says what is said of each. */
import type { AboutCode } from './problems.ts'

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
    when: 'More is asked than is available, or than the selected lot has left. Reserved stock is not available.',
    advice: 'Ask for less, receive more, or release a reserve.',
    said: [
      'Столько нет в наличии. Уменьшите количество или примите товар.',
      'Not enough in stock. Ask for less, or receive more.',
    ],
  },
  HAS_REFERENCES: {
    status: 409,
    title: 'The record is in use',
    when: 'Something still names the record that is to be deleted, archived or changed.',
    advice: 'Deal with the `blockers`, or archive the record instead.',
    said: [
      'Запись используется. Разберитесь с тем, что её держит, или отправьте её в архив.',
      'The record is in use. Remove what uses it, or archive it.',
    ],
  },
  WAREHOUSE_NOT_EMPTY: {
    status: 409,
    title: 'The warehouse is not empty',
    when: 'The warehouse still has stock or open orders.',
    advice: 'Move the stock out and complete the orders, then archive or delete it.',
    said: ['На складе есть товар или открытые заказы.', 'The warehouse has stock or open orders.'],
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
  },
  INVALID_TRANSITION: {
    status: 409,
    title: 'The status does not allow this',
    when: 'The status does not allow this, for example cancelling a shipped order.',
    advice: 'Read the current status; `detail` says what is possible.',
    said: ['В нынешнем статусе этого сделать нельзя.', 'This is not possible in the current status.'],
  },
  NOT_STOCKED: {
    status: 409,
    title: 'This kind of product has no stock of its own',
    when: 'A bundle or a service is to be received, written off or transferred.',
    advice: 'Name the components of the bundle; services have no stock.',
    said: ['У этого товара нет своего остатка.', 'This product has no stock of its own.'],
  },
  LOT_MISMATCH: {
    status: 409,
    title: 'The lot is of another product or warehouse',
    when: 'The selected lot is of another product or warehouse.',
    advice: 'Choose a lot of this product at this warehouse, or none.',
    said: [
      'Партия от другого товара или с другого склада. Выберите другую.',
      'The lot is of another product or warehouse. Choose another one.',
    ],
  },
  INVALID_COMPONENT: {
    status: 409,
    title: 'The product cannot be a component',
    when: 'A component is archived, is neither a product nor a variant, or is the bundle itself.',
    advice: 'Choose an active product or variant.',
    said: ['Этот товар не может входить в комплект.', 'This product cannot be part of a bundle.'],
  },
  AMBIGUOUS_PARTNER: {
    status: 409,
    title: 'Several partners have this name',
    when: 'Several active partners have the name given.',
    advice: 'Rename one of the `blockers`, or archive those not in use.',
    said: ['Контрагентов с таким именем несколько.', 'Several partners have this name.'],
  },
  NOT_DRAFT: {
    status: 409,
    title: 'Only a draft can be changed',
    when: 'A procurement document or payment that is no longer a draft is to be edited or deleted.',
    advice: 'Cancel it, or make a new one.',
    said: ['Изменять и удалять можно только черновик.', 'Only a draft can be edited or deleted.'],
  },
  LOTS_CONSUMED: {
    status: 409,
    title: 'Lots of the document are used',
    when: 'A posted receipt is to be cancelled, but its lots are no longer whole.',
    advice: 'Return the rest to the supplier by a document of kind `supplier_return`.',
    said: [
      'Товар из этой приёмки уже расходовали. Верните остаток поставщику.',
      'Goods of this receipt are used already. Return the rest to the supplier.',
    ],
  },
  PURCHASE_EXCEEDED: {
    status: 409,
    title: 'The purchase has less left',
    when: 'A receipt is of more than its purchase has left.',
    advice: 'Receive what is left, and the rest without `purchaseId`.',
    said: ['В закупке осталось меньше.', 'The purchase has less left.'],
  },
  PURCHASE_MISMATCH: {
    status: 409,
    title: 'The purchase is of something else',
    when: 'A receipt names a purchase of another product, warehouse or supplier.',
    advice: 'Name the purchase that fits, or none.',
    said: [
      'Эта закупка о другом товаре, складе или поставщике.',
      'This purchase is of another product, warehouse or supplier.',
    ],
  },
  UNIT_COST_UNKNOWN: {
    status: 409,
    title: 'Nothing tells what the goods cost',
    when: 'A receipt leaves its unit cost to the service (`null`), and nothing tells it: no purchase, no earlier lot, no `cost` of the product.',
    advice: 'Give `unitCost` as on the delivery note, or ask someone who sees costs.',
    said: [
      'Цена закупки ещё не известна. Впишите её с накладной или попросите того, кому видны закупочные цены, указать её у товара.',
      'Its unit cost is not known yet. Enter it from the delivery note, or ask someone who sees costs to set it on the product.',
    ],
  },
  CONTRACT_MISMATCH: {
    status: 409,
    title: 'The contract is of others',
    when: 'The contract is of another partner or organization than the document or payment.',
    advice: 'Choose a contract of the same two.',
    said: [
      'Этот договор с другим контрагентом или от другого юрлица.',
      'This contract is with another partner or of another organization.',
    ],
  },
  INCOMPLETE: {
    status: 409,
    title: 'Something is missing for posting',
    when: 'A document without lines, or a receipt or return without warehouse or supplier, is to be posted.',
    advice: 'Edit the draft: `detail` names what is missing.',
    said: [
      'Для проведения не хватает данных: нужны строки, склад и поставщик.',
      'Something is missing for posting: lines, warehouse and supplier are needed.',
    ],
  },
  ALREADY_IMPORTED: {
    status: 409,
    title: 'A document was already made from the file',
    when: 'A draft was already made from the uploaded file, which is to be rejected, read again or made into a draft.',
    advice: 'Deal with the document; deleting its draft frees the file.',
    said: ['Из этого файла уже сделан документ.', 'A document was already made from this file.'],
  },
  NOT_RECOGNIZED: {
    status: 409,
    title: 'The file is not recognized',
    when: 'A draft is to be made from a file that is not recognized yet, or could not be.',
    advice: 'Wait until its status is `recognized`, or repeat the recognition.',
    said: [
      'Файл ещё не прочитан. Дождитесь или запустите чтение снова.',
      'The file has not been read yet. Wait, or have it read again.',
    ],
  },
  DUPLICATE_EXTERNAL_ID: {
    status: 409,
    title: 'The external id is taken',
    when: 'The external id already belongs to another record.',
    advice: 'Look the record up; it was probably made before.',
    said: ['Этот внешний код уже занят.', 'This external ID is taken.'],
  },
  KIND_IN_USE: {
    status: 409,
    title: 'The kind of a product with operations cannot change',
    when: 'The kind of a product that has operations is to change.',
    advice: 'Create another product of the new kind.',
    said: [
      'С товаром уже были операции, поэтому его вид не меняется. Создайте новый товар.',
      'The product has operations, so its kind stays. Create another product.',
    ],
  },
  LAST_OWNER: {
    status: 409,
    title: 'A company needs an owner',
    when: 'The only owner of a company is to leave it, to be removed or to get another role.',
    advice: 'Make someone else an owner first.',
    said: [
      'Это единственный владелец. Сначала сделайте владельцем кого-то ещё.',
      'This is the only owner. Make someone else an owner first.',
    ],
  },
  ALREADY_MEMBER: {
    status: 409,
    title: 'The user is a member already',
    when: 'Somebody is invited to a company, or accepts an invitation to one, that he is a member of.',
    advice: 'Change the role of the member instead.',
    said: [
      'Этот человек уже в компании. Измените его роль.',
      'This person is already a member. Change the role instead.',
    ],
  },
  NOT_CONNECTED: {
    status: 409,
    title: 'The company is not connected to the external system',
    when: 'An import is started or resumed, and the company is not connected to the external accounting system.',
    advice: 'Connect it first, with a new key for the import.',
    said: [
      'МойСклад не подключён. Подключите его в настройках.',
      'MoySklad is not connected. Connect it in the settings.',
    ],
  },
  JOB_STATE: {
    status: 409,
    title: 'The state of the import does not allow this',
    when: 'The import is in a state that does not allow this, or another one of the company is not finished. `detail` names the state, and what can be done.',
    advice: 'Do that, or wait; then send the command with a new key.',
    said: [
      'Импорт сейчас в другом состоянии. Обновите страницу и посмотрите, что с ним можно сделать.',
      'The import is in another state now. Reload the page to see what can be done with it.',
    ],
  },
  MIGRATION_PENDING: {
    status: 409,
    title: 'The import waits for an update of the database',
    when: 'The tables of the import are not there yet: the operator holds an update of the database back.',
    advice: 'Ask the operator ([operations.md](operations.md#holding-migrations-back)); then send it with a new key.',
    said: [
      'Импорт ждёт обновления базы данных. Его разрешает администратор сервера.',
      'Imports wait for an update of the database, which the administrator of the server lets through.',
    ],
  },
  LIMIT_REACHED: {
    status: 409,
    title: 'There are as many as there may be',
    when: 'The company has as many tokens, or as many open invitations, as there may be.',
    advice: 'Revoke or withdraw some that nobody needs.',
    said: ['Больше завести нельзя. Уберите те, что не нужны.', 'The limit is reached. Remove those nobody needs.'],
  },
} as const satisfies Record<string, AboutCode>
