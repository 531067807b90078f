/** Header layouts of invoices. */
import { escaped, innKpp, type Layout, partyText } from '../pages/html.ts'
import { another, banked, headed, later, named, numbered, rows } from './parts.ts'

const capitals = (text: string) => text.toUpperCase()

export const billLayouts: readonly Layout[] = [
  headed({
    name: 'bill, receiver of the money beside its bank',
    kind: 'invoice',
    head: ({ seller, buyer, number, dateText }) =>
      `<table class="grid"><tr><td colspan="2" rowspan="2">${escaped(seller.bank.name)}<br><span class="small">Банк получателя</span></td><td style="width:9%">БИК</td><td style="width:34%">${seller.bank.bik}</td></tr><tr><td>Сч. №</td><td>${seller.bank.corr}</td></tr><tr><td>ИНН ${seller.inn}</td><td>КПП ${seller.kpp ?? ''}</td><td rowspan="2">Сч. №</td><td rowspan="2">${seller.bank.account}</td></tr><tr><td colspan="2">${named(seller)}<br><span class="small">Получатель</span></td></tr></table><h1>Счет на оплату № ${number} от ${dateText}</h1><p>Покупатель: ${partyText(buyer)}</p>`,
  }),
  headed({
    name: 'bill with a letterhead and no label',
    kind: 'invoice',
    head: (deal, chance) =>
      `<div class="c"><p style="font-size:170%;font-weight:bold">${capitals(named(deal.seller))}</p><p class="small">${deal.seller.address}, тел. ${deal.seller.phone}</p><p class="small">${numbered(deal.seller)}, ${banked(deal.seller)}</p></div><hr><p class="r">Срок оплаты: ${later(deal, chance.whole(3, 14))}</p><h1>СЧЁТ № ${deal.number}</h1><p>от ${deal.dateText}</p><p>Плательщик: ${named(deal.buyer)}, ИНН ${deal.buyer.inn}</p>`,
  }),
  headed({
    name: 'bill of a marketplace, a list of labels',
    kind: 'invoice',
    head: (deal, chance) =>
      `<h1>Счёт на оплату</h1>${rows(
        [
          ['Номер счёта', deal.number],
          ['Дата счёта', deal.dateText],
          ['Оплатить до', later(deal, 5)],
          ['Заказ', `${chance.whole(10_000_000, 99_999_999)}-0021 от ${later(deal, -2)}`],
          ['Дата печати', later(deal, 3)],
          ['Продавец', `${named(deal.seller)}<br>ИНН ${deal.seller.inn}`],
          ['Адрес продавца', deal.seller.address],
          ['Покупатель', `${named(deal.buyer)}<br>ИНН ${deal.buyer.inn}`],
        ],
        'plain',
      )}`,
  }),
  headed({
    name: 'bill, buyer first, labels in cells',
    kind: 'invoice',
    head: ({ seller, buyer, number, dateText }) =>
      `<h1>Счет № ${number} от ${dateText}</h1>${rows([
        ['Заказчик', `${named(buyer)}<br>${buyer.address}`],
        ['ИНН заказчика', buyer.inn],
        ['Исполнитель', `${named(seller)}<br>${seller.address}`],
        ['ИНН исполнителя', seller.inn],
        ['Банк исполнителя', banked(seller)],
      ])}`,
  }),
  headed({
    name: 'bill, two columns with the buyer at the left',
    kind: 'invoice',
    head: (deal) =>
      `<h1 class="c">СЧЕТ НА ОПЛАТУ ${deal.number} от ${deal.dateText}</h1><div class="two"><div><p><b>Покупатель</b></p><p>${named(deal.buyer)}</p><p>ИНН ${deal.buyer.inn}</p><p>${deal.buyer.address}</p></div><div><p><b>Поставщик</b></p><p>${named(deal.seller)}</p><p>ИНН ${deal.seller.inn}</p><p>${deal.seller.address}</p><p>${banked(deal.seller)}</p></div></div>`,
  }),
  headed({
    name: 'счёт-договор, day and town in a row',
    kind: 'invoice',
    head: (deal) =>
      `<h1 class="c">СЧЕТ-ДОГОВОР № ${deal.number}</h1><div class="two"><p>${deal.seller.address.split(', ')[1]}</p><p class="r">${deal.dateText}</p></div><p>${named(deal.seller)} (ИНН ${deal.seller.inn}), именуемое в дальнейшем «Поставщик», в лице директора ${deal.seller.head}, действующего на основании Устава, и ${named(deal.buyer)} (ИНН ${deal.buyer.inn}), именуемое в дальнейшем «Покупатель», заключили настоящий договор о нижеследующем. Договор действует до ${later(deal, 40)}.</p>`,
    foot: (deal) =>
      `<div class="two" style="margin-top:2em"><div><p>Поставщик</p><p>${named(deal.seller)}</p><p>${numbered(deal.seller)}</p><p>_________ ${deal.seller.head}</p></div><div><p>Покупатель</p><p>${named(deal.buyer)}</p><p>${numbered(deal.buyer)}</p><p>_________ ${deal.buyer.head}</p></div></div>`,
  }),
  headed({
    name: 'bill, seller in the signature alone',
    kind: 'invoice',
    head: (deal, chance) =>
      `<p>Кому: ${named(deal.buyer)}, ИНН ${deal.buyer.inn}</p><h1>Счет № ${deal.number}</h1><p>Дата выставления: ${deal.dateText}</p><p>Основание: Договор № ${chance.whole(3, 90)} от ${later(deal, -60)}</p>`,
    foot: ({ seller }) =>
      `<p style="margin-top:1.5em">Реквизиты для оплаты: ${numbered(seller)}, ${banked(seller)}</p><p style="margin-top:1.5em">Генеральный директор ${named(seller)} ____________ /${seller.head}/</p>`,
  }),
  headed({
    name: 'bill, facts at the right of a letterhead',
    kind: 'invoice',
    head: (deal, chance) =>
      `<div class="two"><div><p style="font-size:150%;color:#1a4f9c">${named(deal.seller)}</p><p>${deal.seller.address}</p><p>ИНН: ${deal.seller.inn}${deal.seller.kpp === null ? '' : ` КПП: ${deal.seller.kpp}`}</p></div><div>${rows(
        [
          ['Счёт №', deal.number],
          ['Дата', deal.dateText],
          ['Действителен до', later(deal, 7)],
          ['Договор', `№ ${chance.whole(11, 99)} от ${later(deal, -100)}`],
        ],
      )}</div></div><p style="margin-top:1em">Для: ${named(deal.buyer)}, ИНН ${deal.buyer.inn}</p>`,
  }),
  headed({
    name: 'bill, numbers before names',
    kind: 'invoice',
    head: ({ seller, buyer, number, dateText }) =>
      `<h1>Счёт ${number} от ${dateText}</h1><p>Поставщик: ИНН ${innKpp(seller)}, ${named(seller)}, ${seller.address}</p><p>${banked(seller)}</p><p>Покупатель: ИНН ${innKpp(buyer)}, ${named(buyer)}, ${buyer.address}</p>`,
  }),
  headed({
    name: 'bill, shipper is another firm',
    kind: 'invoice',
    head: (deal, chance) => {
      const shipper = another(chance)
      return `<h1>Счет № ${deal.number} от ${deal.dateText}</h1><p>Грузоотправитель: ${partyText(shipper)}</p><p>Продавец: ${partyText(deal.seller)}</p><p>Грузополучатель: ${partyText(deal.buyer)}</p><p>Плательщик: ${partyText(deal.buyer)}</p>`
    },
  }),
]
