import { SettingsRecord } from '../domain/record-schemas.ts'
import { putSettings, type Settings } from '../domain/records.ts'
import { Flag, Name, strictObject } from '../domain/schema.ts'
import { defineCommand } from './define.ts'

/** PATCH /settings. Refuses nothing but a malformed body. Source: http-api.md "Company settings". */
export const updateSettings = defineCommand({
  name: 'updateSettings',
  method: 'PATCH',
  path: '/api/v1/settings',
  may: 'owner',
  refusals: [],
  summary: 'Change the settings of the company',
  description:
    '`lowStockAlerts` notifies when the available quantity of a product falls under its `minStock`, once per fall; `dailySummary` every morning. Both come as notifications, and by mail where mail is configured.',
  tag: 'Settings',
  entity: 'settings',
  action: 'settings.updated',
  body: strictObject({ companyName: Name, lowStockAlerts: Flag, dailySummary: Flag }),
  result: SettingsRecord,
  example: { companyName: 'Лавка на углу', lowStockAlerts: true, dailySummary: false },
  decide(_books, { body }, { revision }) {
    const settings: Settings = { ...body, revision }
    return {
      result: { kind: 'settings', record: settings },
      changes: [putSettings(settings)],
      summary: `Settings of "${settings.companyName}" updated`,
    }
  },
})
