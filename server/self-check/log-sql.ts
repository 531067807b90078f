/**
 * SQL checks of statements that must be true of the tables and of the log from which the tables are built. They have
 * the same form as the checks in records-sql.ts.
 */
import { DIFFERING_RECORDS } from '../store/reindex.ts'

export const LOG_CHECKS: Readonly<Record<string, string>> = {
  'the tables contain what the commands stored in the log': `select kind || ' ' || key from (${DIFFERING_RECORDS}) as differing`,

  'the tables have the same revision as the log': `
    select 'company ' || c.revision || ', tables ' || p.revision
      from companies c join projections p on p.company_id = c.company_id
     where c.company_id = $1 and p.revision <> c.revision`,
}
