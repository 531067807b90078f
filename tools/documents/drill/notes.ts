/** Header layouts of delivery notes, receipts, orders and offers. */
import { escaped, innKpp, type Layout } from '../pages/html.ts'
import { dateIn } from '../pages/russian.ts'
import { headed, later, named, numbered, rows } from './parts.ts'

export const noteLayouts: readonly Layout[] = [
  headed({
    name: 'накладная with the day before the number',
    kind: 'receipt',
    head: (deal) =>
      `<h1>Расходная накладная от ${deal.dateText} № ${deal.number}</h1><p>Поставщик: ${named(deal.seller)}</p><p>${numbered(deal.seller)}</p><p>Получатель: ${named(deal.buyer)}</p><p>${numbered(deal.buyer)}</p>`,
  }),
  headed({
    name: 'накладная of a spreadsheet, from and to',
    kind: 'receipt',
    head: (deal) =>
      `<h1 class="c">Накладная № ${deal.number}</h1><p class="r">Дата: ${deal.dateText}</p><p>От кого: ${named(deal.seller)} ИНН ${deal.seller.inn}</p><p>Кому: ${named(deal.buyer)} ИНН ${deal.buyer.inn}</p>`,
  }),
  headed({
    name: 'приходная накладная of the receiver',
    kind: 'receipt',
    head: (deal, chance) =>
      `<p>Организация: ${named(deal.buyer)}, ИНН ${deal.buyer.inn}</p><p>Подразделение: Основной склад</p><h1 class="c">ПРИХОДНАЯ НАКЛАДНАЯ № ${deal.number} от ${deal.dateText}</h1><p>Поставщик: ${named(deal.seller)}, ИНН ${deal.seller.inn}</p><p>Входящий документ: УПД № ${chance.whole(100, 900)} от ${later(deal, -1)}</p>`,
  }),
  headed({
    name: 'товарный чек with the seller above',
    kind: 'receipt',
    paper: 'a5-landscape',
    head: (deal) =>
      `<p>${named(deal.seller)}</p><p>ИНН ${deal.seller.inn}, ${deal.seller.address}</p><h1 class="c">Товарный чек № ${deal.number} от ${deal.dateText}</h1>`,
    foot: () => '<p style="margin-top:1.5em">Продавец ______________ М. П.</p>',
  }),
  headed({
    name: 'commercial offer with a letterhead',
    kind: 'receipt',
    head: (deal) =>
      `<div class="two"><p style="font-size:160%;font-weight:bold">${named(deal.seller)}</p><p class="r small">${deal.seller.address}<br>тел. ${deal.seller.phone}<br>ИНН ${deal.seller.inn}</p></div><p>Исх. № ${deal.number} от ${deal.dateText}</p><p class="r">Руководителю ${escaped(deal.buyer.short)}</p><h1 class="c">Коммерческое предложение</h1><p>Предложение действительно до ${later(deal, 14)}.</p>`,
  }),
  headed({
    name: 'order to a supplier, both in cells',
    kind: 'receipt',
    head: (deal) =>
      `<h1>Заказ поставщику № ${deal.number} от ${deal.dateText}</h1>${rows([
        ['Поставщик', `${named(deal.seller)}, ИНН ${innKpp(deal.seller)}`],
        ['Покупатель', `${named(deal.buyer)}, ИНН ${innKpp(deal.buyer)}`],
        ['Дата поступления', later(deal, 8)],
      ])}`,
  }),
  headed({
    name: 'акт of handing over, parties in a sentence',
    kind: 'receipt',
    head: (deal, chance) =>
      `<h1 class="c">АКТ № ${deal.number}</h1><p class="c">приёма-передачи товара</p><div class="two"><p>${deal.seller.address.split(', ')[1]}</p><p class="r">${deal.dateText}</p></div><p>${named(deal.seller)}, ИНН ${deal.seller.inn}, именуемое «Продавец», с одной стороны, и ${named(deal.buyer)}, ИНН ${deal.buyer.inn}, именуемое «Покупатель», с другой стороны, составили акт к договору № ${chance.whole(3, 99)} от ${later(deal, -45)} о том, что Продавец передал, а Покупатель принял:</p>`,
  }),
  headed({
    name: 'till slip on a sheet with a fiscal block',
    kind: 'receipt',
    paper: 'a5-landscape',
    head: (deal, chance) =>
      `<p class="c">${named(deal.seller)}</p><p class="c">ИНН ${deal.seller.inn}</p><p class="c">${deal.seller.address}</p><p>КАССОВЫЙ ЧЕК / ПРИХОД</p><p>Чек № ${deal.number} &emsp; Смена ${chance.whole(10, 400)} &emsp; ${dateIn('dd.mm.yy', deal.date)} ${chance.whole(10, 19)}:${chance.whole(10, 59)}</p>`,
    foot: (_, chance) =>
      `<p>ЗН ККТ 00${chance.whole(1e9, 9e9)} РН ККТ 000${chance.whole(1e9, 9e9)}12</p><p>ФН 99604405${chance.whole(1e7, 9e7)} ФД ${chance.whole(1000, 99999)} ФПД ${chance.whole(1e8, 9e8)}</p><p>Сайт ФНС: nalog.gov.ru &emsp; СНО: УСН доход</p>`,
  }),
  headed({
    name: 'накладная, two columns with names over two lines',
    kind: 'receipt',
    head: (deal) =>
      `<h1>Накладная ${deal.number} от ${deal.dateText}</h1><div class="two" style="width:70%"><div><p>Поставщик:</p><p><b>${named(deal.seller)}</b></p><p>ИНН ${deal.seller.inn}</p></div><div><p>Покупатель:</p><p><b>${named(deal.buyer)}</b></p><p>ИНН ${deal.buyer.inn}</p></div></div>`,
  }),
  headed({
    name: 'отгрузка with an order and a proxy beside',
    kind: 'receipt',
    head: (deal, chance) =>
      `<h1>Отгрузка ${deal.number} от ${deal.dateText} 14:2${chance.whole(0, 9)}</h1>${rows(
        [
          ['Организация', `${named(deal.seller)} (ИНН ${deal.seller.inn})`],
          ['Контрагент', `${named(deal.buyer)} (ИНН ${deal.buyer.inn})`],
          ['Заказ покупателя', `№ ${chance.whole(100, 9999)} от ${later(deal, -3)}`],
          ['Доверенность', `№ ${chance.whole(10, 99)} от ${later(deal, -1)}, выдана ${escaped(deal.buyer.short)}`],
          ['План. дата отгрузки', later(deal, 2)],
        ],
        'plain',
      )}`,
  }),
]
