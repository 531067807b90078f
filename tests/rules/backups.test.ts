/**
 * Tests where backups are stored, which backup a restore uses, which backups are kept, and when the next one is due.
 */
import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { chooseBackup } from '../../server/backup/choose.ts'
import { FilesMirror } from '../../server/backup/files-mirror.ts'
import { removeOld } from '../../server/backup/keep.ts'
import {
  type Backup,
  description,
  listNames,
  listRestorable,
  storePacks,
  writeManifest,
  writeProgress,
} from '../../server/backup/manifest.ts'
import { type BackupPlace, openBackupPlace, pack, readPacked, sha256Of } from '../../server/backup/place.ts'
import { lastDue } from '../../server/backup/schedule.ts'
import { readBackupPlace } from '../../server/backup/settings.ts'
import { parseLsn, printLsn, segmentName, segmentStart } from '../../server/backup/wal-names.ts'
import { startS3 } from '../support/fakes/s3-server.ts'

const folder = await mkdtemp(join(tmpdir(), 'skladno-places-'))
const s3 = await startS3('backups', 'AKIDEXAMPLE')
const S3_URL = `s3://backups/shop?region=ru-1&endpoint=${encodeURIComponent(s3.url)}`
const env = { AWS_ACCESS_KEY_ID: 'AKIDEXAMPLE', AWS_SECRET_ACCESS_KEY: 'secret' }
const dataDir = '/srv/skladno'
afterAll(async () => {
  await s3.stop()
  await rm(folder, { recursive: true, force: true })
})

let places = 0
async function newFolder(): Promise<string> {
  places += 1
  await mkdir(join(folder, `place-${places}`))
  return join(folder, `place-${places}`)
}
const newPlace = async (): Promise<BackupPlace> => openBackupPlace({ folder: await newFolder() })

const DAY_MS = 86_400_000
const NOW = Date.parse('2026-11-27T12:00:00Z')

/**
 * Stores a backup that began `began` days ago and took an hour, and records that its WAL reaches to `until` days ago.
 */
async function storeBackup(place: BackupPlace, began: number, until: number, isWhole = true): Promise<string> {
  const at = (days: number, more = 0) => new Date(NOW - days * DAY_MS + more).toISOString()
  const name = `${at(began).slice(0, 10)}-${at(began).slice(11, 19).replaceAll(':', '')}-${String(began * 10).padStart(6, '0')}`
  const times = { startedAt: at(began), finishedAt: at(began, 3_600_000), reachesTo: at(began, 3_599_000) }
  const shape = { timeline: 1, segmentBytes: 16_777_216, startLsn: '0/1000000', stopLsn: '0/1000100' }
  const packs = await storePacks(place, name, [])
  const backup: Backup = {
    ...description(),
    kind: 'base',
    name,
    ...times,
    ...shape,
    folders: [],
    packs,
    hasFiles: true,
  }
  await place.put(`backups/${name}/data/x.0.zst`, await pack(Buffer.from('x')))
  if (isWhole) await writeManifest(place, backup)
  await writeProgress(place, name, { lsn: '0/2000000', at: at(until) })
  return name
}

test.each(['a folder', 'a bucket'])(
  '%s holds objects in folders, lists them, and removes a folder with everything in it',
  async (kind) => {
    const place = await openBackupPlace(
      readBackupPlace('--to', kind === 'a folder' ? await newFolder() : S3_URL, { env, dataDir }),
    )
    for (const name of ['a/1', 'a/b/2', 'a/b/3', 'ab/4']) await place.put(name, Buffer.from(name))
    await place.put('a/1', Buffer.from('again'))
    expect((await place.list('a')).sort()).toEqual(['1', 'b'])
    expect(await place.list('none')).toEqual([])
    expect(String(await place.find('a/1'))).toBe('again')
    expect(await place.find('a/2')).toBeNull()
    expect(await place.storedAt('a/2')).toBeNull()
    expect(Date.now() - Number(await place.storedAt('a/b/2'))).toBeLessThan(60_000)
    await place.remove('a')
    expect([await place.list('a'), await place.list('ab')]).toEqual([[], ['4']])
    expect(s3.unsigned).toEqual([])
  },
)

test('a missing backup folder is not created, because its disk may not be mounted', async () => {
  const place = await openBackupPlace({ folder: join(folder, 'not-mounted') })
  await expect(place.put('a', Buffer.from('a'))).rejects.toThrow('ENOENT')
  expect(await place.list('backups')).toEqual([])
})

test('an unreachable bucket is an error and does not count as an empty bucket', async () => {
  const place = await openBackupPlace(readBackupPlace('--to', S3_URL, { env, dataDir }))
  s3.isDown = true
  await expect(place.list('backups')).rejects.toThrow()
  await expect(place.find('x')).rejects.toThrow()
  s3.isDown = false
}, 60_000)

test('a backup object that is truncated or altered is refused as damaged', async () => {
  const place = await newPlace()
  const packed = await pack(Buffer.alloc(100_000, 'остаток'))
  await place.put('whole', packed)
  expect(await readPacked(place, 'whole', sha256Of(packed))).toHaveLength(100_000)
  await place.put('cut', packed.subarray(0, -1))
  await place.put('flipped', Buffer.from(packed).fill(7, 20, 21))
  for (const name of ['cut', 'flipped', 'missing'])
    await expect(readPacked(place, name)).rejects.toThrow(`The backup is damaged: ${name}`)
  await expect(readPacked(place, 'whole', sha256Of(Buffer.from('')))).rejects.toThrow('has other bytes')
})

test('a WAL position is mapped to the same file name as in PostgreSQL', () => {
  const shape = { timeline: 2, segmentBytes: 16 * 1_048_576 }
  expect(segmentName(parseLsn('1A/FF000028'), shape)).toBe('000000020000001A000000FF')
  expect(segmentName(parseLsn('0/16B3748'), { ...shape, segmentBytes: 1_048_576 })).toBe('000000020000000000000016')
  expect(printLsn(segmentStart(parseLsn('1A/FF000028'), shape))).toBe('1A/FF000000')
  expect(() => parseLsn('1A')).toThrow()
})

test('a restore to a given time uses the newest backup that reaches it; without a given time, the backup that reaches furthest is used', async () => {
  const place = await newPlace()
  const [old, once] = [await storeBackup(place, 3, 0.5), await storeBackup(place, 1, 0.95)]
  await storeBackup(place, 0.2, 0.1, false)
  const chosen = async (at: number | null) =>
    (await chooseBackup(place, at === null ? null : new Date(NOW - at * DAY_MS))).backup.name
  expect(await chosen(null)).toBe(old)
  expect(await chosen(2)).toBe(old)
  expect(await chosen(0.952)).toBe(once)
  expect(await chosen(0.7)).toBe(old)
  for (const at of [3, 0.4]) await expect(chosen(at)).rejects.toThrow(/cannot be restored\. Possible: /)
  await expect(chooseBackup(await newPlace(), null)).rejects.toThrow('There is no whole backup in')
})

test('backups that reach into the retention period are kept, and the newest one is always kept', async () => {
  const place = await newPlace()
  const [gone, kept, newest] = [
    await storeBackup(place, 20, 15),
    await storeBackup(place, 15, 13),
    await storeBackup(place, 13, 12),
  ]
  const [given, running] = [await storeBackup(place, 16, 16, false), await storeBackup(place, 1, 1, false)]
  const remove = (keepDays: number) => removeOld(place, { now: new Date(NOW), keepDays, mirror: null })
  expect(await remove(14)).toEqual([gone])
  expect(await listNames(place)).toEqual([kept, newest, running])
  expect(given).not.toBe(running)
  await remove(1)
  expect((await listRestorable(place)).map(({ backup }) => backup.name)).toEqual([newest])
})

test('a file that was removed from the store stays in the backup place until no backup needs it', async () => {
  const [store, copy] = [await mkdtemp(join(folder, 'store-')), await newFolder()]
  const place = await openBackupPlace({ folder: copy })
  const companyId = '01936b1c-7a5e-7000-8000-000000000001'
  const [swept, kept] = ['a'.repeat(64), 'b'.repeat(64)]
  await mkdir(join(store, companyId))
  for (const name of [swept, kept, 'not-a-hash']) await writeFile(join(store, companyId, name), name)
  const mirror = new FilesMirror(store, place)
  await mirror.catchUp()
  const stored = async () => (await readdir(join(copy, 'files', companyId))).sort()
  expect(await stored()).toEqual([swept, kept])
  await rm(join(store, companyId, swept))
  await mirror.forget(new Date())
  await mirror.forget(new Date(Date.now() - DAY_MS))
  expect(await stored()).toEqual([swept, kept])
  await mirror.forget(new Date(Date.now() + 1_000))
  expect(await stored()).toEqual([kept])
  // Check that a file that reappears in the store is copied again, and that the earlier note of its removal no longer
  // counts.
  await rm(join(store, companyId, kept))
  await mirror.forget(new Date(0))
  await writeFile(join(store, companyId, kept), kept)
  await utimes(join(store, companyId), new Date(), new Date())
  await mirror.catchUp()
  await mirror.forget(new Date(Date.now() + DAY_MS))
  await mirror.forget(new Date(Date.now() + DAY_MS))
  expect(await stored()).toEqual([kept])
})

test('a backup is due at its time of day, even if the service was down at that time', () => {
  const local = (text: string) => new Date(`2026-11-${text}`)
  expect(lastDue(local('27T03:00:00'), '03:00')).toEqual(local('27T03:00:00'))
  expect(lastDue(local('27T02:59:59'), '03:00')).toEqual(local('26T03:00:00'))
  expect(lastDue(local('27T23:00:00'), '03:00')).toEqual(local('27T03:00:00'))
})
