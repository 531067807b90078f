/** The statements that project the log into the tables of records. */
import { plainArray, textArray } from './arrays.ts'
import type { GivenImages } from './fresh-images.ts'
import type { Statements } from './statements.ts'

/** What the projector asks of the database. */
export interface Projections {
  /** Lists the companies whose tables are behind their logs. */
  listBehind(): Promise<string[]>
  /**
   * Projects the next commands of a company's log: at most `commands` of them, and about `bytes`. @returns the revision
   * that the tables have reached, or null when the company does not exist.
   */
  projectLog(companyId: string, most: { readonly commands: number; readonly bytes: number }): Promise<number | null>
  /**
   * Projects the after-images of commands that this node has just committed. If another node has already projected
   * them, only returns the revision that the tables have reached; null when the company does not exist.
   */
  projectGiven(companyId: string, given: GivenImages): Promise<number | null>
}

/** Projects in PostgreSQL. */
export function projectionsIn(statements: Statements): Projections {
  const revisionAfter = async (name: string, text: string, values: unknown[]) => {
    const { rows } = await statements.query<{ revision: number | null }>({ name, text, values })
    return rows[0]!.revision
  }
  return {
    async listBehind() {
      const { rows } = await statements.query<{ id: string }>({ text: 'select companies_behind() as id' })
      return rows.map(({ id }) => id)
    },
    projectLog: (companyId, { commands, bytes }) =>
      revisionAfter('project_company', 'select project_company($1, $2, $3) as revision', [companyId, commands, bytes]),
    projectGiven: (companyId, { since, upto, kinds, keys, revisions, texts }) =>
      revisionAfter('project_given', 'select project_given($1, $2, $3, $4, $5, $6, $7) as revision', [
        companyId,
        since,
        upto,
        textArray(kinds),
        textArray(keys),
        plainArray(revisions),
        textArray(texts),
      ]),
  }
}
