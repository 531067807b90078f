/** Tests the places of things on a page after it is shown upright, computed without pictures. */
import { expect, test } from 'vitest'
import { type Origin, placeAround, placeOf, rotationOf } from '../../server/recognition/picture/places.ts'

const page = { width: 200, height: 100 }
/**
 * Returns the size of the picture that was read, and the mapping from this picture back to the page. The picture is the
 * page rotated clockwise around its middle, on a larger sheet.
 */
function turnedBy(degrees: number): { origin: Origin; read: { width: number; height: number } } {
  const [cos, sin] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)]
  const read = {
    width: Math.abs(page.width * cos) + Math.abs(page.height * sin),
    height: Math.abs(page.width * sin) + Math.abs(page.height * cos),
  }
  const origin: Origin = (x, y) => {
    const [right, down] = [x - read.width / 2, y - read.height / 2]
    return [right * cos + down * sin + page.width / 2, -right * sin + down * cos + page.height / 2]
  }
  return { origin, read }
}

test.each([0, 90, 180, -90, 3, -3, 176.4, 92.5])(
  'a page that was read after a rotation of %d degrees is shown with the same rotation',
  (degrees) => {
    const { origin, read } = turnedBy(degrees)
    const rotation = rotationOf(origin, read)
    expect(rotation).toBeCloseTo(degrees, 5)
    const box = { left: 0.1 * read.width, right: 0.6 * read.width, top: 0.5 * read.height, bottom: 0.7 * read.height }
    const place = placeOf(box, origin, { page, rotation })
    expect(place.x).toBeCloseTo(0.1, 3)
    expect(place.y).toBeCloseTo(0.5, 3)
    expect(place.width).toBeCloseTo(0.5, 3)
    expect(place.height).toBeCloseTo(0.2, 3)
  },
)

test('a rotation of two tenths of a degree is ignored', () => {
  const { origin, read } = turnedBy(0.2)
  expect(rotationOf(origin, read)).toBe(0)
})

test('a place on a page is clipped to the page', () => {
  const place = placeOf({ left: -20, right: 100, top: 90, bottom: 120 }, (x, y) => [x, y], { page, rotation: 0 })
  expect(place).toEqual({ x: 0, y: 0.9, width: 0.5, height: 0.1 })
  expect(placeAround([place, { x: 0.6, y: 0.2, width: 0.1, height: 0.1 }])).toEqual({
    x: 0,
    y: 0.2,
    width: 0.7,
    height: 0.8,
  })
  expect(placeAround([])).toBeNull()
})
