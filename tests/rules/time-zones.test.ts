/** Tests the times at which days begin and end, including in time zones whose clocks change. */
import { expect, test } from 'vitest'
import { withMoments } from '../../server/domain/lists.ts'
import { dayIn, endOfDay, isTimeZone, spellTimeZone, startOfDay } from '../../server/domain/time-zones.ts'
import { yearsBetween } from '../../server/reports/dates.ts'
import { dueDay, dueMoment } from '../../server/workers/daily-summary.ts'

const iso = (at: number | Date) => new Date(at).toISOString()

test.each([
  ['2026-03-01', 'Europe/Moscow', '2026-02-28T21:00:00.000Z', '2026-03-01T21:00:00.000Z'],
  ['2026-03-01', 'Asia/Kamchatka', '2026-02-28T12:00:00.000Z', '2026-03-01T12:00:00.000Z'],
  // The clocks changed on these days, so they have 23 and 25 hours.
  ['2026-03-29', 'Europe/Berlin', '2026-03-28T23:00:00.000Z', '2026-03-29T22:00:00.000Z'],
  ['2026-10-25', 'Europe/Berlin', '2026-10-24T22:00:00.000Z', '2026-10-25T23:00:00.000Z'],
  // On this day midnight is skipped, so the day begins at one o'clock.
  ['2026-04-24', 'Africa/Cairo', '2026-04-23T22:00:00.000Z', '2026-04-24T21:00:00.000Z'],
  // Moscow's time was UTC+4 until that night, and has been UTC+3 since.
  ['2014-10-26', 'Europe/Moscow', '2014-10-25T20:00:00.000Z', '2014-10-26T21:00:00.000Z'],
  ['1900-01-01', 'Europe/Moscow', '1899-12-31T21:29:43.000Z', '1900-01-01T21:29:43.000Z'],
])('the day %s in the time zone %s begins at %s and ends before %s', async (day, timeZone, start, end) => {
  const utcDay = Date.parse(day)
  expect([iso(startOfDay(timeZone, utcDay)), iso(endOfDay(timeZone, utcDay))]).toEqual([start, end])
  expect(iso(dayIn(timeZone, Date.parse(start))).slice(0, 10)).toBe(day)
  expect(iso(dayIn(timeZone, Date.parse(end) - 1)).slice(0, 10)).toBe(day)
  const period = { from: { edge: 'from' }, to: { edge: 'to' }, q: {} } as const
  const query = { from: day, to: day, q: day }
  const last = iso(Date.parse(end) - 1)
  expect(await withMoments(period, query, async () => timeZone)).toEqual({ from: start, to: last, q: day })
})

test('a query without dates is not changed and needs no time zone', async () => {
  const query = { from: '2026-03-01T10:00:00.000Z' }
  const unasked = () => Promise.reject(new Error('asked'))
  expect(await withMoments({ from: { edge: 'from' }, to: { edge: 'to' } }, query, unasked)).toBe(query)
})

test.each([
  ['Europe/Moscow', true],
  ['europe/moscow', true],
  ['Asia/Kolkata', true],
  ['UTC', true],
  ['Etc/GMT+3', true],
  ['Moscow', false],
  ['MSK', false],
  ['+03:00', false],
  ['UTC+3', false],
  ['Mars/Olympus', false],
  ['', false],
])('the name %s is accepted as a time zone: %s', (name, isOne) => {
  expect(isTimeZone(name)).toBe(isOne)
})

test.each([
  ['europe/moscow', 'Europe/Moscow'],
  ['EUROPE/KALININGRAD', 'Europe/Kaliningrad'],
  // The name chosen by the user is kept, although it is an alias of Asia/Calcutta.
  ['Asia/Kolkata', 'Asia/Kolkata'],
])('the time zone %s is stored as %s', (name, spelled) => {
  expect(spellTimeZone(name)).toBe(spelled)
})

test('a year begins and ends at midnight on 1 January in the given time zone', () => {
  const years = yearsBetween(Date.parse('2024-06-01'), Date.parse('2027-06-01'), 'Europe/Berlin')
  expect(years.map(({ year, start, end }) => [year, iso(start), iso(end)])).toEqual([
    [2025, '2024-12-31T23:00:00.000Z', '2025-12-31T23:00:00.000Z'],
    [2026, '2025-12-31T23:00:00.000Z', '2026-12-31T23:00:00.000Z'],
  ])
  const edge = Date.parse('2024-12-31T14:00:00Z')
  const inVladivostok = (from: number) => yearsBetween(from, Date.parse('2025-12-31T14:00:00Z'), 'Asia/Vladivostok')
  expect(inVladivostok(edge).map(({ year }) => year)).toEqual([2025])
  expect(inVladivostok(edge + 1)).toEqual([])
})

test.each([
  ['2026-11-21', '08:00', 'Europe/Moscow', '2026-11-21T05:00:00.000Z'],
  ['2026-11-21', '00:00', 'Asia/Vladivostok', '2026-11-20T14:00:00.000Z'],
  // The clocks skip 02:30 on this day; on the next day, 02:30 exists again.
  ['2026-03-29', '02:30', 'Europe/Berlin', '2026-03-29T01:00:00.000Z'],
  ['2026-03-30', '02:30', 'Europe/Berlin', '2026-03-30T00:30:00.000Z'],
])('the summary for %s, at %s in the time zone %s, is due at %s', (day, time, timeZone, at) => {
  const due = dueMoment(day, { time, timeZone })
  expect(iso(due)).toBe(at)
  expect(dueDay(due, { time, timeZone })).toBe(day)
})
