import { readFile, readdir } from 'node:fs/promises'
import { createHash } from 'node:crypto'
import { assembled } from '../server/recognition/assemble.ts'
import { judgedLines } from '../server/recognition/judge.ts'
for (const file of process.argv.slice(2)) {
  const bytes = await readFile(file)
  const d = createHash('sha256').update(bytes).digest('hex').slice(0, 16)
  const names = (await readdir('/tmp/tables/kept')).filter((n) => n.includes(d)).sort()
  const mark = names.at(-1)!.split('-')[0]!
  const pages = await Promise.all(names.filter((n) => n.startsWith(mark)).map(async (n) => JSON.parse(await readFile('/tmp/tables/kept/' + n, 'utf8'))))
  const looks = pages.map((p) => new Map(p.looks))
  const r = await assembled(pages.flatMap((p, at) => p.pieces.map((x: object) => ({ ...x, page: at }))), async (at, b, l) => (looks[at]!.get(`${l} ${b.left} ${b.top} ${b.right} ${b.bottom}`) as string) ?? '')
  const v = judgedLines(r)
  for (const [i, l] of r.lines.entries()) console.log(i + 1, l.name.slice(0, 30), l.unit, JSON.stringify(v[i]), 'withVat', l.amountWithVat.map((x) => x.milli / 10).join(' '), v[i]!.addsUp ? '' : JSON.stringify([l.quantity, l.unitCost, l.amount]))
  console.log(JSON.stringify(r.totals))
}
