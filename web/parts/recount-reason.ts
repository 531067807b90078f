/** Why products must be counted again, in words. */
import { REPORTS } from '../../sdk/reports.ts'
import type { ReportRow } from '../data/reports.ts'
import { inLanguage } from '../words/words.ts'

const { choices } = REPORTS['stocktake-recounts'].columns.reason

/** Returns in words why the product of a row of the report `stocktake-recounts` must be counted again. */
export const recountReason = ({ reason }: ReportRow): string => inLanguage(choices[reason as keyof typeof choices])
