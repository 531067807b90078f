/** Every report that has a definition in `web/reports/`. This is loaded with the first screen that shows any of them. */
import type { ReportSpec } from './spec.ts'

const FILES = import.meta.glob<Readonly<Record<string, ReportSpec>>>('../../reports/*.ts', { eager: true })

export const REPORTS: readonly ReportSpec[] = Object.values(FILES)
  .flatMap((file) => Object.values(file))
  .sort((one, other) => one.order - other.order)

export const reportNamed = (name: string | undefined) => REPORTS.find((report) => report.name === name)
