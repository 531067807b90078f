/** The page at /docs that shows the API's OpenAPI document: the files of the swagger plugin, read once and cached. */
import { randomUUID } from 'node:crypto'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { type FixedAnswer, fixAnswer, sendFixed } from '../fixed-answers.ts'

/** Matches all paths of the page. Any other path is answered with 404. */
const PATHS = /^\/docs(\/((json|yaml|static(\/[\w-][\w.-]*){1,2})?)?)?$/
const MADE_FOR = 'x-made-for'

export async function addDocumentPage(app: FastifyInstance): Promise<void> {
  // Caches only files that exist. A file that is missing is requested from the plugin again each time.
  const kept = new Map<string, Promise<FixedAnswer | null>>()
  // A random value that this hook puts into its own requests in order to recognize them; nobody else knows the value.
  const self = randomUUID()
  const serve = async (request: FastifyRequest, reply: FastifyReply) => {
    if (request.headers[MADE_FOR] === self) return
    const path = request.url.split('?', 1)[0]!
    if (!PATHS.test(path)) return reply.callNotFound()
    const making = kept.get(path) ?? make(path)
    kept.set(path, making)
    const made = await making.catch(() => null)
    if (made !== null) return sendFixed(request, reply, made)
    kept.delete(path)
    return
  }
  /** Builds the response; null when the plugin did not return a file. */
  const make = async (path: string): Promise<FixedAnswer | null> => {
    const made = await app.inject({ method: 'GET', url: path, headers: { [MADE_FOR]: self } })
    return made.statusCode === 200 ? fixAnswer(String(made.headers['content-type']), made.rawPayload) : null
  }
  const routes: FastifyPluginAsync = async (page) => {
    page.addHook('onRequest', serve)
    await page.register(swaggerUi, {
      routePrefix: '/docs',
      staticCSP: PAGE_POLICY,
      uiConfig: { docExpansion: 'none', deepLinking: true, displayRequestDuration: true, filter: true },
      // Hide the bar for loading another document.
      theme: {
        title: 'Skladno API',
        css: [{ filename: 'page.css', content: '.swagger-ui .topbar { display: none }' }],
      },
    })
  }
  await app.register(routes)
}

/** The page loads resources only from this origin and connects to no other. */
const PAGE_POLICY = {
  'default-src': "'none'",
  'script-src': "'self'",
  'style-src': ["'self'", "'unsafe-inline'"],
  'img-src': ["'self'", 'data:'],
  'connect-src': "'self'",
  'base-uri': "'none'",
  'form-action': "'none'",
  'frame-ancestors': "'none'",
}
