/** Header layouts on which the recognizer was measured once, before it was tuned on these layouts. */
import { escaped, innKpp, type Layout, partyText } from '../pages/html.ts'
import { dateIn } from '../pages/russian.ts'
import { another, banked, headed, later, named, numbered, rows } from './parts.ts'

const ENGLISH_MONTHS = 'January February March April May June July August September October November December'.split(
  ' ',
)
const englishDate = (date: Date) =>
  `${ENGLISH_MONTHS[date.getUTCMonth()]} ${date.getUTCDate()}, ${date.getUTCFullYear()}`

const asideBills: readonly Layout[] = [
  headed({
    name: 'aside: English invoice',
    kind: 'invoice',
    head: (deal) =>
      `<h1>INVOICE</h1>${rows(
        [
          ['Invoice No.', deal.number],
          ['Invoice date', englishDate(deal.date)],
          ['Due date', englishDate(new Date(deal.date.getTime() + 9e8))],
          ['Seller', `${named(deal.seller)}, INN ${deal.seller.inn}`],
          ['Buyer', `${named(deal.buyer)}, INN ${deal.buyer.inn}`],
        ],
        'plain',
      )}`,
  }),
  headed({
    name: 'aside: bill in two languages',
    kind: 'invoice',
    head: (deal) =>
      `<h1 class="c">Счёт / Invoice № ${deal.number}</h1><p class="r">Дата / Date: ${deal.dateText}</p><p>Продавец / Seller: ${named(deal.seller)}, ИНН / TIN ${deal.seller.inn}</p><p>Покупатель / Buyer: ${named(deal.buyer)}, ИНН / TIN ${deal.buyer.inn}</p><p>Контракт / Contract № 7 от / dated ${later(deal, -90)}</p>`,
  }),
  headed({
    name: 'aside: bill, seller and receiver in bold under labels',
    kind: 'invoice',
    head: (deal) =>
      `<p class="small">Внимание! Счет действителен до ${later(deal, 5)}. Оплата данного счета означает согласие с условиями поставки товара.</p><h1>Счет на оплату № ${deal.number} от ${deal.dateText}</h1><table><tr><td style="width:18%">Поставщик<br>(Исполнитель):</td><td><b>${partyText(deal.seller)}</b></td></tr><tr><td>Покупатель<br>(Заказчик):</td><td><b>${partyText(deal.buyer)}</b></td></tr><tr><td>Основание:</td><td><b>Договор от ${later(deal, -33)} № 5/К</b></td></tr></table>`,
  }),
  headed({
    name: 'aside: bill, letterhead in two columns',
    kind: 'invoice',
    head: (deal) =>
      `<div class="two"><p style="font-size:140%"><b>${named(deal.seller)}</b></p><p class="small">Юр. адрес: ${deal.seller.address}<br>${numbered(deal.seller)}<br>Р/с ${deal.seller.bank.account}<br>${escaped(deal.seller.bank.name)}<br>БИК ${deal.seller.bank.bik}</p></div><h1 class="c">СЧЕТ</h1><p class="c">№ ${deal.number} от ${deal.dateText}</p><p>Заказчик: ${named(deal.buyer)}</p><p>ИНН ${deal.buyer.inn}, ${deal.buyer.address}</p>`,
  }),
  headed({
    name: 'aside: bill, seller below the lines',
    kind: 'invoice',
    head: (deal) =>
      `<p class="r">Дата счёта ${deal.dateText}</p><p class="r">Оплатить до ${later(deal, 6)}</p><h1>Счёт №${deal.number}</h1><p>Клиент: ${named(deal.buyer)}</p><p>${deal.buyer.address}</p>`,
    foot: ({ seller }) =>
      `<p style="margin-top:1.5em">Получатель: ${named(seller)}</p><p>ИНН ${seller.inn}</p><p>${banked(seller)}</p><p style="margin-top:1em">Руководитель __________ ${seller.head}</p>`,
  }),
  headed({
    name: 'aside: proforma with a number in brackets',
    kind: 'invoice',
    head: (deal) =>
      `<p>${named(deal.seller)}</p><p>${deal.seller.address}</p><p>ИНН ${deal.seller.inn}${deal.seller.kpp === null ? '' : `, КПП ${deal.seller.kpp}`}</p><h1 class="c">Счёт-проформа № ${deal.number}<br>(${deal.dateText})</h1><p>Плательщик: ${named(deal.buyer)} ИНН ${deal.buyer.inn}</p>`,
  }),
  headed({
    name: 'aside: bill, creditor and agent',
    kind: 'invoice',
    head: (deal, chance) => {
      const agent = another(chance)
      return `<h1>СЧЁТ № ${deal.number} ОТ ${deal.dateText.toUpperCase()}</h1><p>Агент: ${named(agent)}, ИНН ${agent.inn}</p><p>Поставщик: ${named(deal.seller)}, ИНН ${deal.seller.inn}</p><p>${banked(deal.seller)}</p><p>Покупатель: ${named(deal.buyer)}, ИНН ${deal.buyer.inn}</p>`
    },
  }),
]

const asideForms: readonly Layout[] = [
  headed({
    name: 'aside: ТОРГ-12 with label below the line',
    kind: 'torg12',
    paper: 'a4-landscape',
    head: (deal) =>
      `<table><tr><td><p class="u">${partyText(deal.seller)}, ${banked(deal.seller)}</p><p class="small c">грузоотправитель, адрес, номер телефона, банковские реквизиты</p><table><tr><td style="width:18%">Грузополучатель</td><td class="u">${partyText(deal.buyer)}</td></tr><tr><td>Поставщик</td><td class="u">${partyText(deal.seller)}</td></tr><tr><td>Плательщик</td><td class="u">${partyText(deal.buyer)}</td></tr></table></td><td style="width:22%"><table class="grid"><tr><td>Форма по ОКУД</td><td>0330212</td></tr><tr><td>по ОКПО</td><td>7${deal.seller.inn.slice(2, 9)}</td></tr><tr><td>номер</td><td>17-П</td></tr><tr><td>дата</td><td>${later(deal, -50)}</td></tr></table></td></tr></table><table class="grid auto" style="margin-left:40%"><tr><td>Номер документа</td><td>Дата составления</td></tr><tr><td>${deal.number}</td><td>${dateIn('dd.mm.yyyy', deal.date)}</td></tr></table><p class="c"><b>ТОВАРНАЯ НАКЛАДНАЯ</b></p>`,
  }),
  headed({
    name: 'aside: передаточный документ, number and day in boxes',
    kind: 'upd',
    paper: 'a4-landscape',
    head: (deal) =>
      `<p class="small">Приложение № 1 к письму ФНС России от 21.10.2013 № ММВ-20-3/96@</p><p><b>Универсальный передаточный документ</b></p><p>Счет-фактура № <span style="border:1px solid #000;padding:0 1em">${deal.number}</span> от <span style="border:1px solid #000;padding:0 1em">${dateIn('dd.mm.yyyy', deal.date)}</span></p><p>Исправление № <span style="border:1px solid #000;padding:0 1em">--</span> от <span style="border:1px solid #000;padding:0 1em">--</span></p><div class="two"><div>${rows(
        [
          ['Продавец', named(deal.seller)],
          ['ИНН/КПП', innKpp(deal.seller)],
          ['Адрес', deal.seller.address],
        ],
      )}</div><div>${rows([
        ['Покупатель', named(deal.buyer)],
        ['ИНН/КПП', innKpp(deal.buyer)],
        ['Адрес', deal.buyer.address],
      ])}</div></div>`,
  }),
  headed({
    name: 'aside: требование-накладная',
    kind: 'receipt',
    head: (deal) =>
      `<h1 class="c">ТРЕБОВАНИЕ-НАКЛАДНАЯ № ${deal.number}</h1><p>Организация ${named(deal.seller)}</p><p>ИНН ${deal.seller.inn}</p><table class="grid c"><tr><td rowspan="2">Дата состав-<br>ления</td><td colspan="2">Отправитель</td><td colspan="2">Получатель</td></tr><tr><td>подразделение</td><td>вид</td><td>подразделение</td><td>вид</td></tr><tr><td>${dateIn('dd.mm.yy', deal.date)}</td><td>Склад</td><td>--</td><td>${escaped(deal.buyer.short)}</td><td>--</td></tr></table>`,
  }),
]

const asideNotes: readonly Layout[] = [
  headed({
    name: 'aside: заявка-накладная, facts in one row',
    kind: 'receipt',
    head: (deal) =>
      `<table class="grid"><tr><td>Накладная №</td><td>${deal.number}</td><td>Дата</td><td>${deal.dateText}</td></tr><tr><td>Продавец</td><td>${named(deal.seller)}<br>ИНН ${deal.seller.inn}</td><td>Покупатель</td><td>${named(deal.buyer)}<br>ИНН ${deal.buyer.inn}</td></tr></table>`,
  }),
  headed({
    name: 'aside: спецификация of a contract, its own day below',
    kind: 'receipt',
    head: (deal) =>
      `<p class="r">Приложение к договору поставки № 14/П от ${later(deal, -70, 'd month yyyy г.')}</p><h1 class="c">Спецификация № ${deal.number}</h1><p class="c">${deal.dateText}</p><p>Поставщик – ${named(deal.seller)}, ИНН ${deal.seller.inn}</p><p>Покупатель – ${named(deal.buyer)}, ИНН ${deal.buyer.inn}</p>`,
  }),
  headed({
    name: 'aside: расходный ордер, small letters beside',
    kind: 'receipt',
    head: (deal, chance) =>
      `<p class="small">Напечатано: ${later(deal, 2)} 09:1${chance.whole(0, 9)} &emsp; Пользователь: ${deal.seller.head}</p><h1>Реализация товаров и услуг ${deal.number} от ${deal.dateText}</h1><p>${named(deal.seller)} ${numbered(deal.seller)}</p><p>Кому: ${named(deal.buyer)} ${numbered(deal.buyer)}</p>`,
  }),
  headed({
    name: 'aside: товарный чек, seller in the footer',
    kind: 'receipt',
    paper: 'a5-landscape',
    head: (deal) =>
      `<h1>ТОВАРНЫЙ ЧЕК № ${deal.number}</h1><p>«${dateIn('dd', deal.date)}» ${dateIn('month yyyy', deal.date)} г.</p>`,
    foot: ({ seller }) =>
      `<p style="margin-top:1em">${named(seller)}, ИНН ${seller.inn}</p><p>${seller.address}</p><p>Подпись продавца __________</p>`,
  }),
  headed({
    name: 'aside: накладная на возврат-передачу, parties in capitals',
    kind: 'receipt',
    head: (deal) =>
      `<h1 class="c">НАКЛАДНАЯ НА ПЕРЕДАЧУ ТОВАРА</h1><p class="c">№ ${deal.number} &emsp; дата ${deal.dateText}</p><p>СДАЛ (ПОСТАВЩИК): ${named(deal.seller).toUpperCase()}, ИНН ${deal.seller.inn}</p><p>ПРИНЯЛ (ПОКУПАТЕЛЬ): ${named(deal.buyer).toUpperCase()}, ИНН ${deal.buyer.inn}</p>`,
  }),
  headed({
    name: 'aside: ведомость with split day',
    kind: 'receipt',
    head: (deal) =>
      `<div class="two"><div><p>${named(deal.seller)}</p><p class="small">(наименование организации)</p><p>ИНН ${deal.seller.inn}</p></div><table class="grid auto"><tr><td>Номер</td><td>Число</td><td>Месяц</td><td>Год</td></tr><tr><td>${deal.number}</td><td>${dateIn('dd', deal.date)}</td><td>${dateIn('mm', deal.date)}</td><td>${dateIn('yyyy', deal.date)}</td></tr></table></div><h1 class="c">Накладная</h1><p>Покупатель ${named(deal.buyer)}, ИНН ${deal.buyer.inn}</p>`,
  }),
]

export const asideLayouts: readonly Layout[] = [...asideBills, ...asideForms, ...asideNotes]
