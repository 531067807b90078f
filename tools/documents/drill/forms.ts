/** Header layouts of official forms. */
import { escaped, innKpp, type Layout, partyText } from '../pages/html.ts'
import { dateIn } from '../pages/russian.ts'
import { another, banked, headed, later, named, rows } from './parts.ts'

const boxOf = (cells: readonly (readonly [string, string])[]) =>
  `<table class="grid" style="width:auto"><tr>${cells.map(([label]) => `<td class="c">${label}</td>`).join('')}</tr><tr>${cells.map(([, text]) => `<td class="c"><b>${text}</b></td>`).join('')}</tr></table>`

export const formLayouts: readonly Layout[] = [
  headed({
    name: 'ТОРГ-12 head, shipper and supplier differ',
    kind: 'torg12',
    paper: 'a4-landscape',
    head: (deal, chance) => {
      const shipper = another(chance)
      return `<p class="small r">Унифицированная форма № ТОРГ-12. Утверждена постановлением Госкомстата России от 25.12.98 № 132</p><p class="u">${partyText(shipper)}</p><p class="small c">организация-грузоотправитель, адрес, телефон, факс, банковские реквизиты</p><table><tr><td style="width:16%">Грузополучатель</td><td class="u">${partyText(deal.buyer)}</td></tr><tr><td>Поставщик</td><td class="u">${partyText(deal.seller)}, ${banked(deal.seller)}</td></tr><tr><td>Плательщик</td><td class="u">${partyText(deal.buyer)}</td></tr><tr><td>Основание</td><td class="u">Договор № ${chance.whole(2, 80)} от ${later(deal, -80)}</td></tr></table><div class="two" style="justify-content:center"><h1 class="r">ТОВАРНАЯ НАКЛАДНАЯ</h1><div>${boxOf(
        [
          ['Номер документа', deal.number],
          ['Дата составления', dateIn('dd.mm.yyyy', deal.date)],
        ],
      )}</div></div>`
    },
  }),
  headed({
    name: 'М-15 head, day in a row of cells',
    kind: 'receipt',
    head: (deal, chance) =>
      `<p class="small r">Типовая межотраслевая форма № М-15<br>Утверждена постановлением Госкомстата России от 30.10.97 № 71а</p><h1 class="c">НАКЛАДНАЯ № ${deal.number}</h1><p class="c">на отпуск материалов на сторону</p><p>Организация <span class="u">${named(deal.seller)}, ИНН ${deal.seller.inn}</span></p><table class="grid c"><tr><td>Дата составления</td><td>Код вида операции</td><td>Отправитель</td><td>Получатель</td></tr><tr><td>${dateIn('dd.mm.yyyy', deal.date)}</td><td>0${chance.whole(1, 9)}</td><td>Склад № 2</td><td>Склад № 1</td></tr></table><p>Основание: доверенность № ${chance.whole(10, 300)} от ${later(deal, -1)}</p><p>Кому: ${named(deal.buyer)}, ИНН ${deal.buyer.inn}</p>`,
  }),
  headed({
    name: 'транспортная накладная, day in three cells',
    kind: 'receipt',
    head: (deal) => {
      const [day = '', month = '', year = ''] = dateIn('dd.mm.yyyy', deal.date).split('.')
      return `<p class="small r">Типовая межотраслевая форма № 1-Т</p><h1 class="c">ТОВАРНО-ТРАНСПОРТНАЯ НАКЛАДНАЯ № ${deal.number}</h1><table class="grid auto"><tr><td>Дата составления</td><td>&ensp;${day}&ensp;</td><td>&ensp;${month}&ensp;</td><td>&ensp;${year}&ensp;</td></tr></table><p>Грузоотправитель ${partyText(deal.seller)}</p><p>Грузополучатель ${partyText(deal.buyer)}</p><p>Плательщик ${partyText(deal.buyer)}</p>`
    },
  }),
  headed({
    name: 'счёт-фактура with a correction',
    kind: 'upd',
    paper: 'a4-landscape',
    head: (deal) =>
      `<p class="small r">Приложение № 1 к постановлению Правительства Российской Федерации от 26 декабря 2011 г. № 1137</p><h1>СЧЕТ-ФАКТУРА № ${deal.number} от ${deal.dateText} (1)</h1><h1>ИСПРАВЛЕНИЕ № 1 от ${later(deal, 9)} (1а)</h1><p>Продавец ${named(deal.seller)} (2)</p><p>Адрес ${deal.seller.address} (2а)</p><p>ИНН/КПП продавца ${innKpp(deal.seller)} (2б)</p><p>Грузоотправитель и его адрес он же (3)</p><p>Покупатель ${named(deal.buyer)} (6)</p><p>ИНН/КПП покупателя ${innKpp(deal.buyer)} (6б)</p>`,
  }),
  headed({
    name: 'УПД with the stamps of an operator',
    kind: 'upd',
    paper: 'a4-landscape',
    head: (deal) =>
      `<div class="two"><div style="flex:.2"><p><b>Универсальный передаточный документ</b></p><p>Статус: 1</p></div><div>${rows(
        [
          ['Счет-фактура №', `${deal.number} от ${deal.dateText} (1)`],
          ['Исправление №', '-- от -- (1а)'],
          ['Продавец:', named(deal.seller)],
          ['Адрес:', deal.seller.address],
          ['ИНН/КПП продавца:', innKpp(deal.seller)],
          ['К платежно-расчетному документу №', `${deal.lines.length}7 от ${later(deal, -4)}`],
          ['Покупатель:', named(deal.buyer)],
          ['ИНН/КПП покупателя:', innKpp(deal.buyer)],
        ],
        'plain',
      )}</div></div>`,
    foot: (deal) =>
      `<div class="two" style="margin-top:2em"><p>Дата отгрузки, передачи (сдачи) «${later(deal, 1, 'dd')}» ${later(deal, 1, 'month yyyy')} г. [13]</p><p>Дата получения (приемки) «${later(deal, 2, 'dd')}» ${later(deal, 2, 'month yyyy')} г. [18]</p></div><table class="grid small"><tr><td>Организация, сотрудник</td><td>Сертификат: серийный номер, период действия</td><td>Дата и время подписания</td></tr><tr><td>${escaped(deal.seller.short)}<br>${deal.seller.head}</td><td>01D8A3F200B7AE1144 с ${later(deal, -200)} 10:02 по ${later(deal, 160)} 10:02</td><td>${later(deal, 1)} 12:44 GMT+03:00</td></tr><tr><td>${escaped(deal.buyer.short)}<br>${deal.buyer.head}</td><td>02A1C7E90044B1C3F1 с ${later(deal, -90)} 09:30 по ${later(deal, 270)} 09:30</td><td>${later(deal, 3)} 09:15 GMT+03:00</td></tr></table>`,
  }),
  headed({
    name: 'акт with boxes, contractor and customer',
    kind: 'receipt',
    head: (deal, chance) =>
      `<p>Заказчик (Генподрядчик): ${named(deal.buyer)}, ${deal.buyer.address}, ИНН ${deal.buyer.inn}</p><p>Подрядчик (Поставщик): ${named(deal.seller)}, ${deal.seller.address}, ИНН ${deal.seller.inn}</p><p>Договор подряда № ${chance.whole(5, 60)} от ${later(deal, -120)}</p><div class="two"><h1>АКТ</h1><div>${boxOf(
        [
          ['Номер документа', deal.number],
          ['Дата составления', dateIn('dd.mm.yyyy', deal.date)],
          ['Отчетный период с', later(deal, -30)],
          ['по', later(deal, -1)],
        ],
      )}</div></div><p class="c">о передаче материалов</p>`,
  }),
]
