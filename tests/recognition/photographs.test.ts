/** How photographs are laid right before they are read: on letters' boxes and small pictures, where those show the same as pages. */
import { expect, test } from 'vitest'
import type { Component } from '../../server/recognition/components.ts'
import { lieOf, originOf } from '../../server/recognition/lie.ts'

/** Twelve lines of forty letters each, as boxes: turned about the origin, and pressed flat. */
function lettersOfPage(degrees: number, flatness = 1): Component[] {
  const [cos, sin] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)]
  return Array.from({ length: 480 }, (_, index) => {
    const [line, place] = [Math.floor(index / 40), index % 40]
    // Between words there is more room, and one letter in five is high.
    const [x, y] = [place * 12 + Math.floor(place / 6) * 8, line * 40]
    const [width, height] = [9 + (place % 3), (place % 5 === 0 ? 16 : 12) / flatness]
    const [left, top] = [x * cos - (y / flatness) * sin, x * sin + (y / flatness) * cos]
    const [across, down] = [
      Math.abs(width * cos) + Math.abs(height * sin),
      Math.abs(width * sin) + Math.abs(height * cos),
    ]
    const corner = { left: left - across / 2, top: top - down / 2 }
    return { ...corner, right: corner.left + across, bottom: corner.top + down, area: (width * height) / 2 }
  })
}

const degreesOf = (radians: number) => (radians * 180) / Math.PI

test.each([-40, -25, 14, 33, 60, 100, 160])('letters that are turned by %i degrees say so', (degrees) => {
  const quarter = 90 * Math.round(degrees / 90)
  expect(Math.abs(degreesOf(lieOf(lettersOfPage(degrees)).tilt) - (degrees - quarter))).toBeLessThan(4)
})

test.each([
  [0, false],
  [-6, false],
  [7, false],
  [180, false],
  [90, true],
  [268, true],
])('at %i degrees the page is not tilted, and it is said whether it lies on its side', (degrees, isSideways) => {
  expect(lieOf(lettersOfPage(degrees))).toEqual({ isSideways, tilt: 0, stretch: { across: 1, down: 1 } })
})

test('letters that a fax pressed flat are made as high as they were, whichever way the page lies', () => {
  expect(lieOf(lettersOfPage(0, 204 / 98)).stretch.down).toBeCloseTo(204 / 98)
  expect(lieOf(lettersOfPage(90, 204 / 98)).stretch.across).toBeCloseTo(204 / 98)
  // Fine resolution, and wide letters.
  expect(lieOf(lettersOfPage(0, 204 / 196)).stretch.down).toBe(1)
  expect(lieOf(lettersOfPage(0, 1.25)).stretch.down).toBe(1)
})

test('too few letters say nothing', () => {
  expect(lieOf(lettersOfPage(30).slice(0, 20)).tilt).toBe(0)
})

test('a point of a picture that was turned back or stretched is found where it was', () => {
  const before = { width: 400, height: 300 }
  const upright = { isSideways: false, stretch: { across: 1, down: 1 } }
  const turned = originOf({ ...upright, tilt: Math.PI / 6 }, before, { width: 500, height: 460 })
  // 100 to the right of the middle of a page that was made level was to the right and below.
  expect(turned(350, 230).map(Math.round)).toEqual([287, 200])
  const stretched = originOf({ ...upright, tilt: 0, stretch: { across: 1, down: 2 } }, before, {
    width: 400,
    height: 600,
  })
  expect(stretched(100, 600)).toEqual([100, 300])
})
