/** Makes electronic documents: a real browser prints HTML pages as PDFs with a text layer. */
import type { Browser } from 'playwright-core'

interface PrintedLine {
  readonly name: string
  readonly sku?: string
  readonly unit: string
  readonly quantity: string
  readonly price: string
  readonly amount: string
}

export interface PrintedInvoice {
  readonly number: string
  readonly date: string
  readonly supplier: string
  readonly inn: string
  readonly lines: readonly PrintedLine[]
  readonly total: string
  /** The VAT added on top of the total; if omitted, the document has no VAT. */
  readonly vat?: { readonly rate: number; readonly amount: string; readonly total: string }
  /** CSS that is added to the style sheet of the document. */
  readonly style?: string
  /** HTML that is printed after the totals. */
  readonly behind?: string
}

const STYLE = `body { font: 9pt "DejaVu Sans" } table { border-collapse: collapse; width: 100% }
  th, td { border: 1px solid #999; padding: 2px 4px } td + td + td + td { white-space: nowrap; text-align: right }`

/** Returns the HTML of a bill in the layout that accounting programs use. */
export function invoiceHtml({
  number,
  date,
  supplier,
  inn,
  lines,
  total,
  vat,
  style = '',
  behind = '',
}: PrintedInvoice): string {
  const rows = lines.map(
    ({ name, sku = '', unit, quantity, price, amount }, index) =>
      `<tr><td>${index + 1}<td>${sku}<td>${name}<td>${quantity}<td>${unit}<td>${price}<td>${amount}</tr>`,
  )
  const vatHtml = vat === undefined ? '<p>Без НДС</p>' : `<p>НДС ${vat.rate}%: ${vat.amount}</p>`
  return `<meta charset=utf-8><style>${STYLE} ${style}</style><h2>Счёт на оплату № ${number} от ${date}</h2>
    <p>Поставщик: ${supplier}, ИНН ${inn}, 101000, г. Москва, ул. Мясницкая, д. 5</p><p>Покупатель: ООО «Ромашка», ИНН 7736050003</p>
    <table><thead><tr><th>№<th>Артикул<th>Товары<th>Кол-во<th>Ед.<th>Цена<th>Сумма</thead>${rows.join('')}</table>
    <p>Итого: ${total}</p>${vatHtml}<p><b>Всего к оплате: ${vat?.total ?? total}</b></p>${behind}`
}

/** Prints each HTML page as a PDF. */
export async function printed(browser: Browser, pages: readonly string[]): Promise<Buffer[]> {
  const page = await browser.newPage()
  const files: Buffer[] = []
  for (const html of pages) {
    await page.setContent(html)
    files.push(await page.pdf({ format: 'A4', margin: { top: '12mm', left: '12mm', right: '12mm', bottom: '12mm' } }))
  }
  await page.close()
  return files
}
