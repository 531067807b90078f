/**
 * Sentences for refusals that the server does not provide: about sign-in and about records that block an action. The
 * server's own sentences come with the SDK.
 */
import { REFUSALS } from '../../sdk/refusals.ru.ts'

export const refusalsRu = {
  UNREADABLE_ANSWER: 'Ответ не удалось прочитать. Повторите через минуту.',
  INVALID_EMAIL_OR_PASSWORD: 'Почта или пароль не подходят.',
  INVALID_PASSWORD: 'Пароль не подходит.',
  INVALID_EMAIL: 'Проверьте адрес почты.',
  PASSWORD_TOO_SHORT: 'Пароль короче 8 символов.',
  PASSWORD_TOO_LONG: 'Пароль длиннее 128 символов.',
  PASSWORD_COMPROMISED: 'Такой пароль подбирают первым делом. Придумайте другой.',
  PASSWORD_TOO_PERSONAL: 'Пароль похож на ваше имя или почту. Придумайте другой.',
  USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL: 'С этой почтой уже есть учётная запись. Войдите или укажите другую.',
  INVALID_TOKEN: 'Ссылка не действует: её уже использовали или срок вышел. Запросите новую.',
  INVALID_CODE: 'Код не подходит. Проверьте время на телефоне и введите новый код.',
  INVALID_BACKUP_CODE: 'Код восстановления не подходит или уже использован.',
  VALIDATION_ERROR: 'Проверьте, что всё заполнено.',
  UNAUTHORIZED: 'Время на второй шаг вышло. Войдите заново.',
  INVITATION_NOT_FOUND: 'Приглашение не действует. Попросите новое.',
  INVITATION_FOR_ANOTHER: 'Приглашение выписано на другую почту.',
  'blocker-order': 'заказ {{name}}',
  'blocker-lot': 'партия от {{name}}',
  'blocker-lot-product': 'партия товара «{{name}}»',
  'blocker-movement': 'движение от {{name}}',
  'blocker-receipt': 'приёмка от {{name}}',
  'blocker-stock_row': 'товар, который лежал на складе',
  'blocker-product': 'товар «{{name}}»',
  'blocker-bundle': 'комплект «{{name}}»',
  'blocker-variant': 'вариант «{{name}}»',
  'blocker-partner': 'контрагент «{{name}}»',
  'blocker-purchase': 'закупка {{name}}',
  'blocker-document': 'документ {{name}}',
  'blocker-procurement_document': 'документ {{name}}',
  'blocker-payment': 'платёж {{name}}',
  'blocker-contract': 'договор {{name}}',
  'blocker-contract-purchase': 'договор закупки без номера',
  'blocker-contract-sale': 'договор продажи без номера',
  'blocker-contract-commission': 'договор комиссии без номера',
  'blocker-external_link': 'внешняя связь {{name}}',
  ...REFUSALS,
}
