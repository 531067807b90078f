/**
 * The ways in which people and machines turn a page into a file before it is sent. Each set of pages has its own
 * parameters.
 */
import type { Chance } from '../chance.ts'
import { copied, faxed, needled, scanned, shown } from './machines.ts'
import { photographed } from './photo.ts'
import { fromRange, type Taken } from './pixels.ts'
import type { Picture } from './press.ts'
import type { Way } from './way-kinds.ts'

/** Returns the resolution at which to draw the page, given the font size in points. */
export function dpiOf(way: Way, points: number, chance: Chance): number {
  if (way.kind === 'fax') return 204
  if (way.kind === 'needles') return 360
  return Math.round((fromRange(chance, way.em) * 72) / points)
}

export async function taken(page: Picture, way: Way, { chance, dpi }: { chance: Chance; dpi: number }): Promise<Taken> {
  switch (way.kind) {
    case 'photo':
      return photographed(page, way, { chance, dpi })
    case 'scan':
      return scanned(page, way, { chance, dpi })
    case 'fax':
      return faxed(page, way, chance)
    case 'copy':
      return copied(page, way, { chance, dpi })
    case 'needles':
      return needled(page, way, chance)
    case 'screen':
      return shown(page, way, { chance, dpi })
  }
}
