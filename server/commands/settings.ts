import { log } from '../domain/audit-log.ts'
import { SettingsRecord } from '../domain/record-schemas.ts'
import { putSettings, type Settings } from '../domain/records.ts'
import { Flag, Name, optional, ReservationHours, strictObject, TimeZone } from '../domain/schema.ts'
import { DEFAULT_TIME_ZONE } from '../domain/time-zones.ts'
import { defineCommand } from './define.ts'

/** PATCH /settings. Refuses only a malformed body. Source: S-SETTINGS-1, S-SETTINGS-3, S-BACKORDER-8. */
export const updateSettings = defineCommand({
  name: 'updateSettings',
  method: 'PATCH',
  path: '/api/v1/settings',
  may: 'owner',
  refusals: [],
  summary: 'Change the settings of the company',
  description:
    '`lowStockAlerts` notifies when the available quantity of a product falls below its `minStock`, once each time; `dailySummary` sends a summary every morning. Both arrive as notifications, and as mail if mail is configured. `timeZone` decides where the days of list periods, reports and summaries begin, for past days too; null sets it back to Europe/Moscow. `reservationHours` says how long new orders reserve goods; null: until they are shipped or cancelled.',
  tag: 'Settings',
  entity: 'settings',
  action: 'settings.updated',
  body: strictObject({
    companyName: Name,
    lowStockAlerts: Flag,
    dailySummary: Flag,
    timeZone: optional<string>(TimeZone),
    reservationHours: optional<number>(ReservationHours),
  }),
  result: SettingsRecord,
  example: { companyName: 'Лавка на углу', lowStockAlerts: true, dailySummary: false, timeZone: 'Asia/Vladivostok' },
  decide({ settings: before }, { body }, { revision }) {
    const timeZone = body.timeZone === undefined ? before.timeZone : (body.timeZone ?? DEFAULT_TIME_ZONE)
    const { reservationHours: given, ...rest } = body
    const hours = given === undefined ? before.reservationHours : given
    const settings: Settings = { ...rest, timeZone, ...(hours == null ? {} : { reservationHours: hours }), revision }
    return {
      result: { kind: 'settings', record: settings },
      changes: [putSettings(settings)],
      logged: log('settings.updated', { company: settings.companyName }),
    }
  },
})
