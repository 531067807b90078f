/** The smallest PDF with so many empty pages; sizes in points. */
export function pdfOf(pages: number, { width = 595, height = 842 } = {}): Buffer {
  const kids = Array.from({ length: pages }, (_, index) => `${index + 3} 0 R`).join(' ')
  const page = `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${width} ${height}] >>`
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${kids}] /Count ${pages} >>`,
    ...new Array<string>(pages).fill(page),
  ]
  const offsets: number[] = []
  let text = '%PDF-1.4\n'
  for (const [index, object] of objects.entries()) {
    offsets.push(text.length)
    text += `${index + 1} 0 obj\n${object}\nendobj\n`
  }
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  const head = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n`
  return Buffer.from(
    `${text}${head}${table}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${text.length}\n%%EOF`,
  )
}
