/**
 * SQL checks of what must be true of the tables and of the log from which they are built. They work
 * as in records-sql.ts.
 */
import { DIFFERING_RECORDS } from '../store/reindex.ts'

export const LOG_CHECKS: Readonly<Record<string, string>> = {
  'what the commands left behind is in the tables': `select kind || ' ' || key from (${DIFFERING_RECORDS}) as differing`,

  'the tables are at the revision of the log': `
    select 'company ' || c.revision || ', tables ' || p.revision
      from companies c join projections p on p.company_id = c.company_id
     where c.company_id = $1 and p.revision <> c.revision`,
}
