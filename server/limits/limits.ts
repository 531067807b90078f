/**
 * The limits of companies on this node: what operators set, and the checks of requests and files. The engine checks the
 * limit of products. Source: docs/decisions/0079.
 */
import { beyondLimit, type Limits, type LimitUse, NO_LIMITS } from '../domain/limits.ts'
import { METERS } from '../runtime/meters.ts'
import { writeCompany } from '../store/commits.ts'
import type { Database } from '../store/database.ts'
import {
  countFiles,
  countProducts,
  isKeyUsed,
  listOwnLimits,
  readTaken,
  takeFileRoom,
  takeRequests,
} from './limits-sql.ts'
import { RequestShares } from './request-shares.ts'

/** How much of each limit a company uses; null if it has no such limit. */
export interface Usage {
  /** `resetsIn`: the seconds until the count starts again. */
  readonly requests: (LimitUse & { readonly resetsIn: number }) | null
  readonly products: LimitUse | null
  readonly files: LimitUse | null
  readonly fileBytes: LimitUse | null
}

const NO_USAGE: Usage = { requests: null, products: null, files: null, fileBytes: null }

export class CompanyLimits {
  readonly shares: RequestShares
  private readonly database: Database
  /** The default limits, for companies for which the operator set nothing. */
  private readonly defaults: Limits
  private own: ReadonlyMap<string, Limits> = new Map()
  private version = 0

  constructor(database: Database, defaults: Limits = NO_LIMITS) {
    this.database = database
    this.defaults = defaults
    this.shares = new RequestShares((companyId, asked) => takeRequests(database, companyId, asked))
  }

  /** Returns the limits of a company, from memory. */
  of(companyId: string): Limits {
    return this.own.get(companyId) ?? this.defaults
  }

  /** Reads what operators set, if it has changed since the last time. `readEpoch` must have been called before. */
  async refresh(): Promise<void> {
    const { limitsVersion } = this.database
    if (limitsVersion === this.version) return
    const own = await listOwnLimits(this.database)
    this.own = new Map([...own].map(([companyId, limits]) => [companyId, { ...this.defaults, ...limits }]))
    this.version = limitsVersion
  }

  /**
   * Counts a file towards the limits, before its bytes are stored. Refuses COMPANY_LIMIT_REACHED. @returns false if
   * there is no room but the file need not be stored, because the key was used before and its first answer will be
   * repeated
   */
  async takeFileRoom(
    companyId: string,
    file: { readonly sha256: string; readonly size: number },
    key: string,
  ): Promise<boolean> {
    const limits = this.of(companyId)
    if (limits.files === null && limits.fileBytes === null) return true
    const { reached, isReplay, files, bytes } = await writeCompany(this.database, companyId, async (tx) => {
      const room = await takeFileRoom(tx, companyId, file, limits)
      return { ...room, isReplay: room.reached !== null && (await isKeyUsed(tx, companyId, key)) }
    })
    if (reached === null) return true
    if (isReplay) return false
    METERS.limitRefusals.inc({ limit: reached })
    if (reached === 'files') throw beyondLimit('files', { limit: limits.files!, used: files })
    throw beyondLimit('bytes', { limit: limits.fileBytes!, used: bytes })
  }
}

/** Reads how much a company uses of its limits. Without limits, the database is not asked. */
export async function readUsage(
  database: Database,
  companyId: string,
  { of, shares }: { readonly of: Limits; readonly shares: RequestShares | null },
): Promise<Usage> {
  if (Object.values(of).every((limit) => limit === null)) return NO_USAGE
  const counted = await writeCompany(database, companyId, async (tx) => ({
    taken: of.requestsPerMinute === null ? null : await readTaken(tx, companyId),
    products: of.products === null ? 0 : await countProducts(tx, companyId),
    files: of.files === null && of.fileBytes === null ? null : await countFiles(tx, companyId),
  }))
  const { taken } = counted
  const use = (limit: number | null, used = 0) => (limit === null ? null : { limit, used })
  return {
    requests: taken && {
      limit: of.requestsPerMinute!,
      used: Math.max(0, taken.used - (shares?.unspent(companyId) ?? 0)),
      resetsIn: Math.max(1, Math.ceil(taken.secondsLeft)),
    },
    products: use(of.products, counted.products),
    files: use(of.files, counted.files?.files),
    fileBytes: use(of.fileBytes, counted.files?.bytes),
  }
}
