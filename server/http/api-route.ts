/** Routes that act for a company. Each route declares which callers it allows; `guardRoles` refuses all others. */
import type { FastifyInstance, RouteOptions } from 'fastify'
import { type May, refuseUnlessMay } from '../domain/roles.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Which callers may use the route. */
    may?: May
    /** Treat a missing body as `{}`. */
    mayLackBody?: boolean
  }
}

export interface ApiRoute extends RouteOptions {
  readonly may: May
  readonly mayLackBody?: boolean
}

/** Adds a route. `guardRoles` must have been called on `app` or a parent first. */
export function addApiRoute(app: FastifyInstance, { may, mayLackBody = false, ...route }: ApiRoute): void {
  app.route({ ...route, config: { may, mayLackBody } })
}

/**
 * Refuses callers whose role the route does not allow with FORBIDDEN, before anything else is checked. `request.caller`
 * must be set already. Registering a route without `may` throws.
 */
export function guardRoles(api: FastifyInstance): void {
  api.addHook('onRoute', ({ config, method, url }) => {
    if (config?.may === undefined) throw new Error(`${method} ${url} does not say whom it is for`)
  })
  api.addHook('onRequest', ({ caller, routeOptions }, _reply, done) => {
    try {
      refuseUnlessMay(routeOptions.config.may!, caller)
      done()
    } catch (error) {
      done(error as Error)
    }
  })
}
