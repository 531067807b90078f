/**
 * Suppliers and customers of the demo shop. No two suppliers and no two customers have the same name, because orders
 * and receipts refer to partners by name.
 */
import { companyInn, companyOgrn, mobilePhone, personInn, personOgrn } from './codes.ts'
import type { Random } from './random.ts'

const SUPPLIERS = 12
const TRADE_CUSTOMERS = 6
const PRIVATE_CUSTOMERS = 12

const FIRMS = ['Снабсбыт', 'Торгкомплект', 'Опторг', 'Посудпром', 'Техснаб', 'Зернопродукт', 'Югпоставка', 'Волгаторг']
const FIRM_ENDS = ['Плюс', 'Центр', 'Регион', 'Столица']
const SHOPS = ['Теремок', 'Берёзка', 'Уголок', 'Хозяин', 'Пятёрик', 'Радуга', 'Ромашка', 'Эконом', 'Визит', 'Околица']
const CITIES = [
  ['77', '101000, г. Москва, ул. Мясницкая, д.'],
  ['78', '191186, г. Санкт-Петербург, Невский пр-т, д.'],
  ['16', '420111, г. Казань, ул. Баумана, д.'],
  ['52', '603005, г. Нижний Новгород, ул. Большая Покровская, д.'],
  ['66', '620014, г. Екатеринбург, ул. Малышева, д.'],
] as const
const MEN = ['Иван', 'Пётр', 'Сергей', 'Андрей', 'Дмитрий', 'Николай', 'Алексей', 'Михаил']
const WOMEN = ['Анна', 'Мария', 'Елена', 'Ольга', 'Татьяна', 'Наталья', 'Светлана', 'Юлия']
const SURNAMES = ['Смирнов', 'Кузнецов', 'Попов', 'Васильев', 'Соколов', 'Михайлов', 'Новиков', 'Фёдоров', 'Морозов']
const MORE_SURNAMES = ['Волков', 'Алексеев', 'Лебедев', 'Семёнов', 'Егоров', 'Павлов', 'Козлов', 'Степанов', 'Орлов']
const INITIALS = ['А. В.', 'С. Н.', 'И. П.', 'О. М.']

interface Partner {
  /** The partner's name, by which orders and receipts refer to it. */
  readonly name: string
  /** The request body that creates the partner. */
  readonly body: Record<string, unknown>
}

export interface People {
  readonly suppliers: readonly Partner[]
  /** Shops that buy at wholesale prices. */
  readonly traders: readonly Partner[]
  /** Retail customers, created through `partners/resolve` as a web shop would. */
  readonly buyers: readonly Partner[]
}

export function invitePeople(random: Random): People {
  const surnames = random.several([...SURNAMES, ...MORE_SURNAMES], SURNAMES.length + MORE_SURNAMES.length)
  const firms = FIRMS.flatMap((firm) => FIRM_ENDS.map((end) => `ООО «${firm} ${end}»`))
  const soleTraders = surnames.slice(0, 3).map((surname) => `ИП ${surname} ${random.pick(INITIALS)}`)
  const supplierNames = [...random.several(firms, SUPPLIERS - 2), ...soleTraders.slice(0, 2)]
  const traderNames = [...random.several(SHOPS, TRADE_CUSTOMERS - 1).map((shop) => `ООО «${shop}»`), soleTraders[2]!]
  return {
    suppliers: supplierNames.map((name, index) => business(name, 'Поставщик', `supplier${index + 1}`, random)),
    traders: traderNames.map((name, index) => business(name, 'Покупатель', `trade${index + 1}`, random)),
    buyers: surnames.slice(3, 3 + PRIVATE_CUSTOMERS).map((surname, index) => buyer(surname, index, random)),
  }
}

function business(name: string, type: string, mailbox: string, random: Random): Partner {
  const [region, street] = random.pick(CITIES)
  const address = `${street} ${random.whole(1, 90)}`
  const contact = `${random.pick(WOMEN)} ${random.pick(SURNAMES)}а`
  const isSoleTrader = name.startsWith('ИП ')
  const inn = isSoleTrader ? personInn(region, random) : companyInn(region, random)
  return {
    name,
    body: {
      name,
      type,
      legalKind: isSoleTrader ? 'ИП' : 'ООО',
      inn,
      ...(isSoleTrader ? {} : { kpp: `${inn.slice(0, 4)}01001` }),
      ogrn: isSoleTrader ? personOgrn(region, random) : companyOgrn(region, random),
      legalAddress: address,
      phone: mobilePhone(random),
      email: `${mailbox}@example.org`,
      contacts: [{ name: contact, phone: mobilePhone(random) }],
      groups: [type === 'Поставщик' ? 'Поставщики' : 'Опт'],
    },
  }
}

function buyer(surname: string, index: number, random: Random): Partner {
  const isWoman = random.percent(60)
  const name = isWoman ? `${random.pick(WOMEN)} ${surname}а` : `${random.pick(MEN)} ${surname}`
  return {
    name,
    body: { name, type: 'Покупатель', phone: mobilePhone(random), email: `buyer${index + 1}@example.org` },
  }
}
