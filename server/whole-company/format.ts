/**
 * The format of an exported company: a ZIP archive with its tables, its files and the names of its people. Source:
 * docs/company-files.md.
 */
import Type, { type Static } from 'typebox'

export const FORMAT = 'skladno-company'
export const FORMAT_VERSION = 1

/**
 * The company tables that are not exported, each with the reason. A table whose rows contain a secret must be listed
 * here.
 */
export const LEFT_OUT: Readonly<Record<string, string>> = {
  tokens: 'their secrets work; people.json has their names',
  memberships: 'people.json has them, because accounts belong to the installation',
  invitations: 'their links work',
  sessions: 'they belong to accounts',
  extsys_connections: 'the token of MoySklad is encrypted with the key of the installation',
  company_limits: 'the operator of each installation sets them',
  request_counts: 'they are of one minute',
  stored_files: 'they are counted again from the records',
  checkpoints: 'they are made again from the log',
  state_chunks: 'they are made again from the log',
}

export const MANIFEST = 'manifest.json'
export const PEOPLE = 'people.json'
export const tableEntry = (name: string): string => `tables/${name}.jsonl`
export const fileEntry = (sha256: string): string => `files/${sha256}`

const strict = { additionalProperties: false } as const
const Sha256 = Type.String({ pattern: '^[0-9a-f]{64}$' })
const Count = Type.Integer({ minimum: 0 })
const Uuid = Type.String({ pattern: '^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$' })

/** The content of manifest.json, which is the last part written into the archive. */
export const Manifest = Type.Object(
  {
    format: Type.Literal(FORMAT),
    version: Type.Literal(FORMAT_VERSION),
    /** The version of the service that created the archive. */
    service: Type.String(),
    exportedAt: Type.String(),
    company: Type.Object({ id: Uuid, name: Type.String(), revision: Count, createdAt: Type.String() }, strict),
    /** The epoch of the data (store/epoch.ts) at the time of the export. */
    epoch: Type.String(),
    /** The names of the database's migrations, which determine the tables and their columns. */
    migrations: Type.Array(Type.String()),
    people: Type.Object({ bytes: Count, sha256: Sha256 }, strict),
    tables: Type.Array(
      Type.Object(
        { name: Type.String(), columns: Type.Array(Type.String()), rows: Count, bytes: Count, sha256: Sha256 },
        strict,
      ),
    ),
    /** The files that records refer to, with the hashes of their bytes. */
    files: Type.Array(Type.Object({ sha256: Sha256, bytes: Count }, strict)),
    /** Files to which records refer but which are missing from the file store. */
    missingFiles: Type.Array(Sha256),
  },
  strict,
)
export type Manifest = Static<typeof Manifest>

const MaybeText = Type.Union([Type.String(), Type.Null()])

/**
 * The content of people.json: the members and their rights, without any secret. Tokens are listed for information only.
 */
export const People = Type.Object(
  {
    members: Type.Array(
      Type.Object(
        {
          userId: Type.String({ minLength: 1 }),
          name: Type.String(),
          email: Type.String(),
          role: Type.Enum(['owner', 'manager', 'storekeeper', 'viewer']),
          seesCosts: Type.Boolean(),
          joinedAt: Type.String(),
        },
        strict,
      ),
    ),
    tokens: Type.Array(
      Type.Object(
        {
          name: Type.String(),
          prefix: Type.String(),
          scope: Type.String(),
          createdAt: Type.String(),
          expiresAt: MaybeText,
        },
        strict,
      ),
    ),
  },
  strict,
)
export type People = Static<typeof People>
