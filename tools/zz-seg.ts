import { readFile } from 'node:fs/promises'
import { openFile } from '../server/recognition/open-file.ts'
import { preparePage } from '../server/recognition/prepare.ts'
import { segmentsOf } from '../server/recognition/segments.ts'
for (const f of process.argv.slice(2)) { const o = await openFile(await readFile(f)); const p = await preparePage(await o.page(0)); console.log(f, p.letterHeight, segmentsOf(p).length, p.rulings.upright.length) }
