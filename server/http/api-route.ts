/** Routes that act for a company: each says whom it is for, and nobody else gets further than that. */
import type { FastifyInstance, RouteOptions } from 'fastify'
import { type May, refuseUnlessMay } from '../domain/roles.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whom the route is for. */
    may?: May
    /** A request without a body means `{}`. */
    mayLackBody?: boolean
  }
}

export interface ApiRoute extends RouteOptions {
  readonly may: May
  readonly mayLackBody?: boolean
}

/** Adds a route, which must be below `guardRoles`. */
export function addApiRoute(app: FastifyInstance, { may, mayLackBody = false, ...route }: ApiRoute): void {
  app.route({ ...route, config: { may, mayLackBody } })
}

/** Refuses FORBIDDEN before a request is looked at; the caller must be known. No route can be added that does not say whom it is for. */
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
