/** All reports. This code is loaded with the first screen that shows a report. */
import { reportsOf } from './made.ts'
import type { ReportDefinition } from './spec.ts'

const FILES = import.meta.glob<Readonly<Record<string, ReportDefinition>>>('../../reports/*.ts', { eager: true })

export const REPORTS = reportsOf(Object.values(FILES).flatMap((file) => Object.values(file)))

export const reportNamed = (name: string | undefined) => REPORTS.find((report) => report.name === name)
