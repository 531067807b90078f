/**
 * Serves the owner's web app: precompressed files from one folder. Files below /assets have a content hash in their
 * names and never change; index.html is served for every page of the app.
 */
import fastifyStatic from '@fastify/static'
import type { FastifyPluginAsync, FastifyRequest } from 'fastify'

/**
 * The policy for the app's pages: they load nothing from other origins and contain no inline scripts or styles.
 * docs/decisions/0025 has the reasons.
 */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "style-src 'self'",
  "img-src 'self' blob: data:",
  "media-src 'self' blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "worker-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ')

const HEADERS = {
  'content-security-policy': CONTENT_SECURITY_POLICY,
  'referrer-policy': 'no-referrer',
  'permissions-policy': 'camera=(self), microphone=(), geolocation=(), payment=(), usb=()',
  'cross-origin-opener-policy': 'same-origin',
  'x-frame-options': 'DENY',
}

const ASSETS_MAX_AGE = '365d'
/**
 * Matches paths of the API, its documentation and asset files. An unknown path among these is answered with 404 instead
 * of a page of the app.
 */
const NO_PAGES = /^\/(api|docs|assets)(\/|$)/
/** Matches files at the top level of the folder. */
const ROOT_FILE = /^[a-z][a-z\d-]*\.(js|svg|png|ico|webmanifest|txt)$/

export interface AppFiles {
  readonly folder: string
  /** Resolves once the files in the folder are up to date. Requests for pages wait for this. */
  readonly isBuilt: Promise<void>
  /** Returns the app's address as browsers use it. */
  readonly origin: () => string
}

/** Adds the routes of the app. A request that matches neither a file nor a page goes to the not-found handler. */
export function appRoutes({ folder, isBuilt, origin }: AppFiles): FastifyPluginAsync {
  return async (app) => {
    await app.register(fastifyStatic, { root: folder, serve: false, preCompressed: true, suppressWarning: true })
    const hidden = { schema: { hide: true } }
    app.get('/assets/*', hidden, async (request, reply) => {
      await isBuilt
      return reply
        .headers(HEADERS)
        .sendFile(`assets/${wildcardOf(request)}`, { maxAge: ASSETS_MAX_AGE, immutable: true })
    })
    app.get('/*', hidden, async (request, reply) => {
      const name = wildcardOf(request)
      const isFile = ROOT_FILE.test(name)
      if (!isFile && !isPage(request)) return reply.callNotFound()
      if (!isFile && isOtherName(request, new URL(origin()))) return reply.redirect(`${origin()}${request.url}`, 302)
      await isBuilt
      reply.headers(HEADERS).header('cache-control', 'no-cache')
      return reply.sendFile(isFile ? name : 'index.html', { cacheControl: false })
    })
  }
}

const wildcardOf = ({ params }: FastifyRequest) => (params as { readonly '*': string })['*']

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]']

/**
 * Whether the browser used a different name for this machine than the app's origin (localhost or 127.0.0.1). Cookies
 * belong to one name, so such a browser is redirected.
 */
const isOtherName = ({ host }: FastifyRequest, origin: URL): boolean => {
  const asked = URL.parse(`http://${host}`)
  const areLoopback = LOOPBACK.includes(asked?.hostname ?? '') && LOOPBACK.includes(origin.hostname)
  return areLoopback && asked!.port === origin.port && asked!.hostname !== origin.hostname
}

const isPage = ({ headers, url }: FastifyRequest) =>
  !NO_PAGES.test(url.split('?', 1)[0]!) && (headers.accept ?? '').includes('text/html')
