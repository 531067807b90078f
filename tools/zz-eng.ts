import { readFile } from 'node:fs/promises'
import { createWorker, PSM } from 'tesseract.js'
import { openFile } from '../server/recognition/open-file.ts'
import { preparePage } from '../server/recognition/prepare.ts'
import { segmentsOf } from '../server/recognition/segments.ts'
import { cropped } from '../server/recognition/raster.ts'
import { resized } from '../server/recognition/prepare.ts'
const L = '/work/tables/server/recognition/tessdata'
const mk = async (l: string) => { const w = await createWorker(l, 1, { langPath: L, gzip: false, cacheMethod: 'none' }); await w.setParameters({ tessedit_pageseg_mode: PSM.SINGLE_LINE, user_defined_dpi: '300' }); return w }
const [rus, eng] = [await mk('rus'), await mk('eng')]
const f = process.argv[2]!; const o = await openFile(await readFile(f)); const p = await preparePage(await o.page(0))
const rec = async (w: any, g: any, opt: object = {}) => { const r = await w.recognize(Buffer.concat([Buffer.from(`P5\n${g.width} ${g.height}\n255\n`), g.pixels]), opt, { text: true, blocks: false }); return r.data.text.trim() + ' (' + r.data.confidence + ')' }
const W = { tessedit_char_whitelist: "0123456789,.-' " }
let n = 0
for (const s of segmentsOf(p)) {
  if (s.left < Number(process.argv[3] ?? 700)) continue
  const g = cropped(p.gray, { left: s.left - 4, right: s.right + 4, top: s.top - 4, bottom: s.bottom + 4 }, 6)
  const big = await resized(g, Math.round(g.width * 1.5), Math.round(g.height * 1.5))
  const small = await resized(g, Math.round(g.width * 0.7), Math.round(g.height * 0.7))
  console.log(s.top, 'rus', await rec(rus, g), '| rusW', await rec(rus, g, W), '| eng', await rec(eng, g), '| engW', await rec(eng, g, W), '| engW big', await rec(eng, big, W), '| small', await rec(eng, small, W))
  if (++n > 24) break
}
await rus.terminate(); await eng.terminate()
