/** Makes one page with all pictures, a row for each variant of language, theme and device. */
import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

const STYLE = `body{font:14px system-ui;margin:16px;background:#888}h2{margin:24px 0 8px}.row{display:flex;flex-wrap:wrap;gap:12px}
figure{margin:0;background:#fff;padding:4px}img{display:block;height:320px}figcaption{padding:4px}`

/** Writes index.html with all pictures in the folder, including those of earlier runs. */
export async function writeContactSheet(folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true })
  const rows = new Map<string, string[]>()
  for (const path of entries.filter((one) => one.endsWith('.png')).sort()) {
    const [state, variant, name] = path.split('/')
    if (name === undefined) continue
    const row = `${state} / ${variant}`
    const picture = `<figure><a href="${path}"><img loading="lazy" src="${path}" alt="${name}"></a><figcaption>${name.replace('.png', '')}</figcaption></figure>`
    rows.set(row, [...(rows.get(row) ?? []), picture])
  }
  const body = [...rows].map(([row, pictures]) => `<h2>${row}</h2><div class="row">${pictures.join('\n')}</div>`)
  const page = `<!doctype html><meta charset="utf-8"><title>Screenshots</title><style>${STYLE}</style>${body.join('\n')}`
  await writeFile(join(folder, 'index.html'), page)
}
