/** Every address of the app. A section's code and texts are loaded when it is entered. */
import { createRootRoute, createRoute, createRouter, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { parseAddress, printAddress } from './data/address.ts'
import { Broken, NoPage } from './sections/shell/dead-ends.tsx'
import { Shell } from './sections/shell/shell.tsx'
import { SECTIONS } from './sections/table.ts'
import { loadWords } from './words/words.ts'

const root = createRootRoute({ notFoundComponent: NoPage, errorComponent: Broken })

/** Before somebody is signed in. */
const account = createRoute({
  getParentRoute: () => root,
  id: 'account',
  loader: () => loadWords('account'),
})
const accountPages = [
  createRoute({
    getParentRoute: () => account,
    path: '/sign-in',
    component: lazyRouteComponent(() => import('./sections/account/sign-in.tsx'), 'SignIn'),
  }),
  createRoute({
    getParentRoute: () => account,
    path: '/sign-up',
    component: lazyRouteComponent(() => import('./sections/account/sign-up.tsx'), 'SignUp'),
  }),
  createRoute({
    getParentRoute: () => account,
    path: '/forgot-password',
    component: lazyRouteComponent(() => import('./sections/account/passwords.tsx'), 'ForgotPassword'),
  }),
  createRoute({
    getParentRoute: () => account,
    path: '/reset-password',
    component: lazyRouteComponent(() => import('./sections/account/passwords.tsx'), 'ResetPassword'),
  }),
  createRoute({
    getParentRoute: () => account,
    path: '/invitation',
    component: lazyRouteComponent(() => import('./sections/account/invitation.tsx'), 'InvitationPage'),
  }),
  createRoute({
    getParentRoute: () => account,
    path: '/companies',
    component: lazyRouteComponent(() => import('./sections/account/companies.tsx'), 'Companies'),
  }),
]

/** All that is done for a company. */
const shell = createRoute({ getParentRoute: () => root, id: 'shell', component: Shell })

const start = createRoute({
  getParentRoute: () => shell,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: SECTIONS[0]!.path, replace: true })
  },
})

const products = createRoute({
  getParentRoute: () => shell,
  path: '/products',
  loader: () => loadWords('products'),
  component: lazyRouteComponent(() => import('./sections/products/products.tsx'), 'Products'),
})
const productPages = [
  createRoute({
    getParentRoute: () => products,
    path: '/new',
    component: lazyRouteComponent(() => import('./sections/products/product-form.tsx'), 'NewProduct'),
  }),
  createRoute({
    getParentRoute: () => products,
    path: '/$id',
    component: lazyRouteComponent(() => import('./sections/products/product-panel.tsx'), 'ProductPanel'),
  }),
  createRoute({
    getParentRoute: () => products,
    path: '/$id/edit',
    component: lazyRouteComponent(() => import('./sections/products/product-form.tsx'), 'EditProduct'),
  }),
]

export const router = createRouter({
  routeTree: root.addChildren([
    account.addChildren(accountPages),
    shell.addChildren([start, products.addChildren(productPages)]),
  ]),
  parseSearch: parseAddress,
  stringifySearch: printAddress,
  defaultPreload: 'intent',
  // The screen before stays until the next one is there.
  defaultPendingMs: 10_000,
  scrollRestoration: false,
})
