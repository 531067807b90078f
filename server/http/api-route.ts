/**
 * Adds routes that act on behalf of a company. Each route declares which roles may use it; `guardRoles` refuses all
 * other callers.
 */
import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify'
import { type May, refuseUnlessMay } from '../domain/roles.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The group of roles that may use the route. */
    may?: May
    /** Whether a missing body counts as `{}`. */
    mayLackBody?: boolean
    /** Whether a batch may contain requests to the route. */
    inBatch?: boolean
  }
}

export interface ApiRoute extends RouteOptions {
  readonly may: May
  readonly mayLackBody?: boolean
  readonly inBatch?: boolean
  /** Returns whether a request does not count towards the limit of its company; by default, all count. */
  readonly isUncounted?: (request: FastifyRequest) => boolean
}

/** Adds a route. `guardRoles` must already have been called on `app` or a parent of it. */
export function addApiRoute(
  app: FastifyInstance,
  { may, mayLackBody = false, inBatch = false, isUncounted, ...route }: ApiRoute,
): void {
  app.route({ ...route, config: { may, mayLackBody, inBatch, ...(isUncounted && { isUncounted }) } })
}

/**
 * Refuses with FORBIDDEN callers whose role may not use the route, before anything else is checked. `request.caller`
 * must already be set. Throws when a route without `may` is registered.
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
