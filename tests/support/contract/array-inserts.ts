/**
 * Finds statements that a Citus cluster refuses: an INSERT of rows that are selected from arrays alone, without ON
 * CONFLICT. See docs/decisions/0081.
 */

/** Returns the tables into which a text of SQL or TypeScript inserts rows in that way. */
export function listArrayInserts(given: string): string[] {
  const text = given.replaceAll(/--.*/g, '')
  const found: string[] = []
  for (const match of text.matchAll(/insert\s+into\s+(\w+)\s*\([^)]*\)\s*select\b/gi)) {
    const rest = text.slice(match.index)
    const statement = rest.slice(0, /;|`/.exec(rest)?.index ?? rest.length)
    if (/on\s+conflict/i.test(statement) || readsTable(statement)) continue
    found.push(match[1]!)
  }
  return found
}

/** Whether the rows come from a table: the distribution column is then selected from it and is not a parameter. */
function readsTable(statement: string): boolean {
  const [, selected = ''] = statement.split(/\)\s*select\s+(?:distinct\s+)?/i)
  return /^(?:\w+\.)?company_id\b/.test(selected)
}
