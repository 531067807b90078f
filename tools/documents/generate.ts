/**
 * Generates invented purchase documents, each with its truth (the results that recognition should have), to test
 * recognition on pages that it has never seen.
 * node tools/documents/generate.ts --to FOLDER --seed 100 --count 20 [--fonts "PT Sans,Roboto"]
 * Fonts are found by fontconfig; FONTCONFIG_FILE may point to other fonts than those of the machine.
 * node tools/documents/generate.ts --set practice|rehearsal|drill-heads|drill-tables|random|apart --to FOLDER --seed 1
 * --count 300 [--hopeless 12] [--text-layers 30] [--font-folder FOLDER] [--names FILE]
 * `--first 100` skips the first 100 pages and generates the others unchanged, so that a large set can be made in parts.
 * `--damage "photo, large"` generates only pages with that damage.
 * `--names FILE`: goods that are new to the set, as lines `name|unit|from|to` with prices in roubles, below lines that
 * name their trade («# fishing»).
 * The pages look like those that programs print and people photograph. docs/recognition.md explains why there are
 * several sets and what each may be used for.
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import sharp from 'sharp'
import { apart } from './apart/set.ts'
import { chanceOf } from './chance.ts'
import { damaged } from './damage.ts'
import { signatureOf, stampOf, svgOf } from './drawing.ts'
import { drillHeads } from './drill/heads-set.ts'
import { drillTables } from './drill/tables-set.ts'
import { type Drawn, LAYOUTS } from './layouts.ts'
import { type PageSet, writeSet } from './pages/set.ts'
import { practice } from './practice/set.ts'
import { random } from './random/set.ts'
import { rehearsal } from './rehearsal/set.ts'

const SETS = new Map<string, PageSet>([
  ['practice', practice],
  ['rehearsal', rehearsal],
  ['drill-heads', drillHeads],
  ['drill-tables', drillTables],
  ['random', random],
  ['apart', apart],
])

const { values } = parseArgs({
  options: {
    to: { type: 'string' },
    seed: { type: 'string', default: '1' },
    count: { type: 'string', default: '20' },
    fonts: { type: 'string', default: 'DejaVu Sans,DejaVu Serif,DejaVu Sans Condensed' },
    set: { type: 'string' },
    hopeless: { type: 'string', default: '0' },
    'text-layers': { type: 'string', default: '0' },
    first: { type: 'string', default: '0' },
    damage: { type: 'string' },
    'font-folder': { type: 'string' },
    names: { type: 'string' },
  },
})
if (values.to === undefined) throw new Error('Specify the folder to write to: --to FOLDER')
await mkdir(values.to, { recursive: true })
if (values.set === undefined) await writeDrawn(values.to)
else await writePageSet(values.set, values.to)

async function writePageSet(name: string, to: string): Promise<void> {
  const set = SETS.get(name)
  if (set === undefined) throw new Error(`The sets are ${[...SETS.keys()].join(', ')}`)
  await writeSet(set, {
    to,
    seed: Number(values.seed),
    first: Number(values.first),
    count: Number(values.count),
    damage: values.damage ?? null,
    hopeless: Number(values.hopeless),
    textLayers: Number(values['text-layers']),
    fonts: values['font-folder'] ?? null,
    names: values.names === undefined ? null : await readFile(values.names, 'utf8'),
  })
}

async function writeDrawn(to: string): Promise<void> {
  const fonts = values.fonts.split(',')

  for (let seed = Number(values.seed); seed < Number(values.seed) + Number(values.count); seed++) {
    const chance = chanceOf(seed)
    const drawn = chance.of(LAYOUTS)(chance, chance.of(fonts))
    const extras: string[] = []
    if (chance.is(0.5)) {
      const colour = chance.of(['#2b3f9e', '#4450b8', '#1f5aa8'])
      const x = chance.between(90, drawn.sheet.width - 90)
      extras.push(
        stampOf(x, drawn.stampY - chance.between(0, 30), 38, {
          text: `${drawn.contents.supplier.name} * г. Тестовск`,
          colour,
        }),
      )
    }
    if (chance.is(0.4))
      extras.push(
        signatureOf(
          120,
          drawn.stampY,
          Array.from({ length: 8 }, () => chance.between(-12, 12)),
        ),
      )
    const dpi = chance.of(drawn.sheet.width > 600 ? [150, 170, 200, 220] : [110, 130, 150, 200, 220])
    const svg = Buffer.from(svgOf(drawn.sheet, extras.join('')))
    const page = await sharp(svg, { density: dpi }).flatten({ background: '#fff' }).png().toBuffer()
    const { bytes, ending, way } = await damaged(page, chance)
    const name = String(seed).padStart(4, '0')
    await writeFile(join(to, `${name}.${ending}`), bytes)
    await writeFile(
      join(to, `${name}.json`),
      JSON.stringify({ ...truthOf(drawn), meta: { layout: drawn.layout, font: drawn.sheet.font, dpi, way } }, null, 1),
    )
  }
}

function truthOf({ contents, kind, hasUnits = true }: Drawn): object {
  const { number, date, supplier, goods, totalMinor } = contents
  return {
    kind,
    number,
    date: date.toISOString().slice(0, 10),
    supplier: { name: supplier.name, inn: supplier.inn, kpp: supplier.kpp },
    lines: goods.map((good) => ({
      name: good.name,
      ...(good.sku === null ? {} : { sku: good.sku }),
      ...(hasUnits ? { unit: good.unit } : {}),
      quantity: good.quantityMilli / 1000,
      unitCost: good.priceMinor / 100,
      total: good.amountMinor / 100,
    })),
    total: totalMinor / 100,
  }
}
