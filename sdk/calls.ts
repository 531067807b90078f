/** Turns an operation of the API document into a client method with its arguments, headers and response. */
import { newKey } from './keys.ts'
import { type List, listOf, type Page } from './lists.ts'
import { type Answer, type CallOptions, type ConnectionOptions, call, jsonOf, type Outgoing } from './requests.ts'
import { type Bytes, type Changes, type Operations, ROUTES, type State, type StateSummary } from './types.ts'

/**
 * How much of the warehouse's state the response to a write contains. `return=minimal` is the same as `state=summary`.
 */
export type Prefer =
  | 'return=minimal'
  | 'state=summary'
  | 'state=changes'
  | `state=changes; since=${number}`
  | `state=changes; since=${number}; epoch=${string}`
  | 'state=full'

type StateOf<P extends Prefer> = P extends 'return=minimal' | 'state=summary'
  ? StateSummary
  : P extends 'state=full'
    ? State
    : Changes | State

export interface WriteOptions<P extends Prefer = Prefer> extends CallOptions {
  /** The idempotency key, 8 to 120 characters. By default every call gets a new key, which its retries reuse. */
  readonly key?: string
  /** How much of the warehouse's state the response contains; `return=minimal` by default. */
  readonly prefer?: P
}

export interface UploadOptions<P extends Prefer = Prefer> extends WriteOptions<P> {
  /**
   * The content type. By default it is the Blob's own type or, if that is missing, guessed from the first bytes. The
   * server checks the bytes itself.
   */
  readonly contentType?: string
  /** The name of the uploaded file. Only uploads of procurement files need it. */
  readonly fileName?: string
}

export interface Written<Result, P extends Prefer = 'return=minimal'> {
  /** The record that the command created or changed. If the command deleted a record, the record's id. */
  readonly result: Result
  /** The state after the command, or the part of it that `prefer` requested. */
  readonly state: StateOf<P>
  /**
   * The epoch that the state's revision belongs to: revisions of different epochs cannot be compared. Store the epoch
   * with a copy of the state, and send it back together with `since`.
   */
  readonly epoch: string
  /** True when an earlier call already executed the command. `result` is then the same as in the first response. */
  readonly isReplay: boolean
}

type Name = keyof Operations
type Takes<Op extends Name> = Operations[Op]['takes']
type Answers<Op extends Name> = Operations[Op]['answers']
type EntryOf<A> = A extends { items: (infer T)[]; nextCursor: string | null } ? T : never

export type Write<Op extends Name> = <P extends Prefer = 'return=minimal'>(
  ...args: [...Takes<Op>, options?: WriteOptions<P>]
) => Promise<Written<Answers<Op>, P>>
export type Upload<Op extends Name> = <P extends Prefer = 'return=minimal'>(
  ...args: [...Takes<Op>, options?: UploadOptions<P>]
) => Promise<Written<Answers<Op>, P>>
/**
 * A method for a write that is not a warehouse command. It returns the response body, and whether the body repeats the
 * first response to this idempotency key.
 */
export type Act<Op extends Name> = (
  ...args: [...Takes<Op>, options?: Omit<WriteOptions, 'prefer'>]
) => Promise<Answers<Op> & { readonly isReplay: boolean }>
/** A method like `Act`, whose response also contains the part of the state that `prefer` requested. */
type ActWithState<Op extends Name> = (
  ...args: [...Takes<Op>, options?: Omit<WriteOptions, 'key'>]
) => Promise<Answers<Op> & { readonly isReplay: boolean }>
/** A method like `Act` that uploads a file. */
type ActWithFile<Op extends Name> = (
  ...args: [...Takes<Op>, options?: Omit<UploadOptions, 'prefer'>]
) => Promise<Answers<Op> & { readonly isReplay: boolean }>
/** A method that also has the API path it reads from, so that the app can link to the response as a file. */
interface Addressed {
  readonly path: string
}
export type Read<Op extends Name> = Addressed &
  ((...args: [...Takes<Op>, options?: CallOptions]) => Promise<Answers<Op>>)
/**
 * A method for a GET request whose result the caller stores. The result includes the epoch that its revision belongs
 * to, from the `Skladno-Epoch` header.
 */
type ReadCopy<Op extends Name> = Addressed &
  ((...args: [...Takes<Op>, options?: CallOptions]) => Promise<Answers<Op> & { readonly epoch: string }>)
/**
 * The arguments of a list method. They do not include a file format, because the method's result is iterated;
 * `lists.file` returns a list as a file.
 */
type Iterated<T> = T extends [query?: infer Q] ? [query?: Omit<Q, 'format' | 'decimal' | 'language'>] : T
export type ListRead<Op extends Name> = Addressed &
  ((...args: [...Iterated<Takes<Op>>, options?: CallOptions]) => List<EntryOf<Answers<Op>>>)

type Query = Readonly<Record<string, unknown>>

interface Asked {
  readonly outgoing: Outgoing
  readonly options: UploadOptions
}

/**
 * Returns functions that create the client's methods. Each takes the name of an operation and returns the typed method.
 */
export function methodsOf(client: ConnectionOptions, identity: Readonly<Record<string, string>>) {
  const baseUrl = baseUrlOf(client)
  const headersOf = () => new Headers({ ...identity, accept: 'application/json' })

  const urlOf = (operation: Name, args: unknown[]): URL => {
    const path = ROUTES[operation].path.replace(/\{\w+\}/g, () => encodeURIComponent(String(args.shift())))
    return new URL(baseUrl + path)
  }

  const ask = async (operation: Name, given: readonly unknown[]): Promise<Asked> => {
    const { method, body, takesQuery } = ROUTES[operation]
    const args = [...given]
    const url = urlOf(operation, args)
    const content = body === 'json' || body === 'bytes' ? args.shift() : {}
    if (takesQuery) addQuery(url, (args.shift() as Query | undefined) ?? {})
    const options = (args.shift() as UploadOptions | undefined) ?? {}
    const headers = headersOf()
    if (body === null) return { outgoing: { method, url, headers, key: null }, options }
    const key = options.key ?? newKey()
    headers.set('idempotency-key', key)
    headers.set('prefer', options.prefer ?? 'return=minimal')
    const sent = body === 'bytes' ? await bytesOf(content as Bytes) : JSON.stringify(content)
    headers.set('content-type', typeof sent === 'string' ? 'application/json' : typeOf(content as Bytes, sent, options))
    if (options.fileName !== undefined) headers.set('x-file-name', encodeURIComponent(options.fileName))
    return { outgoing: { method, url, headers, key, body: sent }, options }
  }

  const answerTo = async (operation: Name, args: readonly unknown[]): Promise<Answer> => {
    const { outgoing, options } = await ask(operation, args)
    return call(client, outgoing, options)
  }

  const readJson = async (operation: Name, args: readonly unknown[]) => jsonOf<unknown>(await answerTo(operation, args))

  const write = async (operation: Name, args: readonly unknown[]) => {
    const answer = await answerTo(operation, args)
    const isReplay = answer.headers.get('idempotent-replayed') === 'true'
    return { ...jsonOf<object>(answer), ...epochOf(answer), isReplay }
  }

  return {
    headersOf,
    urlOf: (operation: Name): URL => urlOf(operation, []),
    write: <Op extends Name>(operation: Op) => ((...args: unknown[]) => write(operation, args)) as unknown as Write<Op>,
    upload: <Op extends Name>(operation: Op) =>
      ((...args: unknown[]) => write(operation, args)) as unknown as Upload<Op>,
    act: <Op extends Name>(operation: Op) => ((...args: unknown[]) => write(operation, args)) as unknown as Act<Op>,
    actWithState: <Op extends Name>(operation: Op) =>
      ((...args: unknown[]) => write(operation, args)) as unknown as ActWithState<Op>,
    actWithFile: <Op extends Name>(operation: Op) =>
      ((...args: unknown[]) => write(operation, args)) as unknown as ActWithFile<Op>,
    read: <Op extends Name>(operation: Op) =>
      addressed(operation, (...args: unknown[]) => readJson(operation, args)) as unknown as Read<Op>,
    /** Makes a method for a GET request whose result includes the epoch, so that the caller can store it. */
    readCopy: <Op extends Name>(operation: Op) =>
      addressed(operation, async (...args: unknown[]) => {
        const answer = await answerTo(operation, args)
        return { ...jsonOf<object>(answer), ...epochOf(answer) }
      }) as unknown as ReadCopy<Op>,
    list: <Op extends Name>(operation: Op) =>
      addressed(operation, (query: Query = {}, options?: CallOptions) =>
        listOf(
          (cursor) =>
            readJson(operation, [{ ...query, ...(cursor !== undefined && { cursor }) }, options]) as Promise<
              Page<unknown>
            >,
        ),
      ) as unknown as ListRead<Op>,
    /** Downloads a file as a Blob that has the response's content type. */
    download: async (operation: Name, args: readonly unknown[]): Promise<Blob> => {
      const { outgoing, options } = await ask(operation, args)
      outgoing.headers.set('accept', '*/*')
      const { bytes, headers } = await call(client, outgoing, options)
      return new Blob([bytes], { type: headers.get('content-type') ?? '' })
    },
  }
}

function epochOf({ headers }: Answer): { readonly epoch?: string } {
  const epoch = headers.get('skladno-epoch')
  return epoch === null ? {} : { epoch }
}

const addressed = <F extends object>(operation: Name, method: F) =>
  Object.assign(method, { path: ROUTES[operation].path })

/** Returns the base URL without a slash at the end. Throws TypeError if `baseUrl` is not a URL. */
export function baseUrlOf(client: ConnectionOptions): string {
  const baseUrl = client.baseUrl.replace(/\/+$/, '')
  if (!URL.canParse(baseUrl)) throw new TypeError(`baseUrl must be an address such as http://127.0.0.1:8080`)
  return baseUrl
}

/** Adds the query parameters to a URL. An array becomes one parameter per entry; undefined and null are left out. */
function addQuery(url: URL, query: Query): void {
  for (const [name, value] of Object.entries(query))
    for (const one of Array.isArray(value) ? value : [value])
      if (one !== undefined && one !== null) url.searchParams.append(name, String(one))
}

/** The first bytes of each file type that the server accepts. */
const BEGINNINGS: readonly [RegExp, string][] = [
  [/^\xff\xd8\xff/, 'image/jpeg'],
  [/^\x89PNG/, 'image/png'],
  [/^GIF8/, 'image/gif'],
  [/^RIFF[\s\S]{4}WEBP/, 'image/webp'],
  [/^(II\*\0|MM\0\*)/, 'image/tiff'],
  [/^[\s\S]{4}ftyp(heic|heix|mif1)/, 'image/heic'],
  [/^%PDF/, 'application/pdf'],
]

function typeOf(given: Bytes, bytes: Uint8Array, { contentType }: UploadOptions): string {
  if (contentType !== undefined) return contentType
  if (given instanceof Blob && given.type !== '') return given.type
  const beginning = String.fromCharCode(...bytes.subarray(0, 12))
  return BEGINNINGS.find(([like]) => like.test(beginning))?.[1] ?? 'application/octet-stream'
}

async function bytesOf(bytes: Bytes): Promise<Uint8Array<ArrayBuffer>> {
  if (bytes instanceof Blob) return new Uint8Array(await bytes.arrayBuffer())
  if (bytes instanceof Uint8Array) return new Uint8Array(bytes)
  if (bytes instanceof ArrayBuffer) return new Uint8Array(bytes)
  const parts: Uint8Array<ArrayBuffer>[] = []
  for await (const part of bytes) parts.push(new Uint8Array(part))
  return new Uint8Array(await new Blob(parts).arrayBuffer())
}
