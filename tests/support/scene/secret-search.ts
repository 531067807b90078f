/** Searches stored data for secrets, in every encoding in which a secret might be stored. */
import pg from 'pg'

/** A secret, and the only stored text in which it may appear, if any. */
export interface Secret {
  readonly name: string
  readonly value: string
  readonly shownIn?: string
}

/** The texts to search, keyed by where they are stored. */
export type Places = Record<string, readonly string[]>

/**
 * Returns the ways in which a secret may be stored: as plain text, in JSON, in a URL, in hex, and in base64 at any offset
 * within a longer text.
 */
export function formsOf(value: string): string[] {
  const bytes = Buffer.from(value)
  const hex = bytes.toString('hex')
  const inBase64 = [0, 1, 2].flatMap((skip) => {
    const text = Buffer.concat([Buffer.alloc(skip), bytes])
      .toString('base64')
      .replace(/=+$/, '')
    // Leave out the characters at both ends, which also hold bits of neighbouring bytes.
    const whole = text.slice(Math.ceil((skip * 8) / 6), Math.floor(((skip + bytes.length) * 8) / 6))
    return [whole, whole.replaceAll('+', '-').replaceAll('/', '_')]
  })
  const inJson = JSON.stringify(value).slice(1, -1)
  const escaped = inJson.replace(/[\u0080-\uffff]/g, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`)
  const inUrl = encodeURIComponent(value)
  const forms = [value, inJson, JSON.stringify(inJson).slice(1, -1), escaped, inUrl, inUrl.replaceAll('%20', '+')]
  return [...new Set([...forms, value.toLowerCase(), value.toUpperCase(), hex, hex.toUpperCase(), ...inBase64])]
}

/** Returns the secrets that were found, each as `place: name`. */
export function findSecrets(places: Places, secrets: readonly Secret[]): string[] {
  const found: string[] = []
  for (const { name, value, shownIn } of secrets) {
    const forms = formsOf(value)
    for (const [place, texts] of Object.entries(places))
      if (texts.some((text) => text !== shownIn && forms.some((form) => text.includes(form))))
        found.push(`${place}: ${name}`)
  }
  return found
}

/** Returns every row of every table as text, with bytes in hex, for all companies. */
export async function dumpDatabase(url: string): Promise<{ tables: number; rows: string[] }> {
  // Connect as the superuser, because row-level security does not apply to it.
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows: tables } = await client.query<{ name: string }>(
    `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
      where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`,
  )
  const texts: string[] = []
  for (const { name } of tables) {
    const { rows } = await client.query<{ row: string }>(`select t::text as row from ${name} as t`)
    texts.push(...rows.map(({ row }) => row))
  }
  await client.end()
  return { tables: tables.length, rows: texts }
}
