/** All routes of the app. The code and texts of a section are loaded when it is first opened. */
import {
  type AnyRoute,
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent as lazyOnce,
  notFound,
  type RouteComponent,
  redirect,
} from '@tanstack/react-router'
import { loadCode } from './components/load-code.ts'
import { parseAddress, printAddress } from './data/address.ts'
import { Broken, NoPage } from './parts/dead-ends.tsx'
import { HOME } from './sections/table.ts'
import { Bare, Shell } from './shell/shell.tsx'
import { loadWords as loadWordsOnce, type Part } from './words/words.ts'

/** Loads the component of a section's page. If loading fails, the route's error page `Broken` is shown. */
const lazyRouteComponent: typeof lazyOnce = (load, name) => lazyOnce(() => loadCode(load), name)
const loadWords = (part: Part) => loadCode(() => loadWordsOnce(part))

const root = createRootRoute({ notFoundComponent: NoPage, errorComponent: Broken })

/** The route of the pages that are shown before sign-in. */
const account = createRoute({ getParentRoute: () => root, id: 'account', loader: () => loadWords('account') })
const accountPage = <const Path extends string>(path: Path, component: RouteComponent) =>
  createRoute({ getParentRoute: () => account, path, component })
const accountPages = [
  accountPage(
    '/sign-in',
    lazyRouteComponent(() => import('./sections/account/sign-in.tsx'), 'SignIn'),
  ),
  accountPage(
    '/sign-up',
    lazyRouteComponent(() => import('./sections/account/sign-up.tsx'), 'SignUp'),
  ),
  accountPage(
    '/forgot-password',
    lazyRouteComponent(() => import('./sections/account/passwords.tsx'), 'ForgotPassword'),
  ),
  accountPage(
    '/reset-password',
    lazyRouteComponent(() => import('./sections/account/passwords.tsx'), 'ResetPassword'),
  ),
  accountPage(
    '/invitation',
    lazyRouteComponent(() => import('./sections/account/invitation.tsx'), 'InvitationPage'),
  ),
  accountPage(
    '/companies',
    lazyRouteComponent(() => import('./sections/account/companies.tsx'), 'Companies'),
  ),
  accountPage(
    '/company-deleted',
    lazyRouteComponent(() => import('./sections/account/company-deleted.tsx'), 'CompanyDeleted'),
  ),
]

/** The route of the pages for working in a company. */
const shell = createRoute({ getParentRoute: () => root, id: 'shell', component: Shell })

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/**
 * Adds routes for the kinds of records defined in `web/records/`. A path segment that looks like an id is not taken for
 * a kind.
 */
const recordsOf = <Parent extends AnyRoute>(parent: Parent, below = '') =>
  createRoute({
    getParentRoute: () => parent,
    path: `${below}/$records/{-$id}/{-$mode}`,
    params: { parse: (named) => !ID.test(named.records) && named },
    loader: async ({ location }) => {
      const { loadRecordsAt } = await loadCode(() => import('./sections/records/all.ts'))
      if (!(await loadCode(() => loadRecordsAt(location.pathname)))) throw notFound()
    },
    component: lazyRouteComponent(() => import('./sections/records/record-page.tsx'), 'RecordPage'),
  })

/** Creates the route for a section with several lists. Its page shows links to all of them. */
const placesOf = (name: 'OrderPlaces' | 'ProductPlaces' | 'StockPlaces') =>
  createRoute({
    getParentRoute: () => shell,
    id: name,
    component: lazyRouteComponent(() => import('./sections/records/record-places.tsx'), name),
  })
const orderPlaces = placesOf('OrderPlaces')
const productPlaces = placesOf('ProductPlaces')
const stockPlaces = placesOf('StockPlaces')

const start = createRoute({
  getParentRoute: () => shell,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: HOME, replace: true })
  },
})

const overview = createRoute({
  getParentRoute: () => shell,
  path: '/overview',
  // The overview uses the charts of the reports, so load their texts too.
  loader: () => Promise.all([loadWords('overview'), loadWords('reports')]),
  component: lazyRouteComponent(() => import('./sections/overview/overview.tsx'), 'Overview'),
})

const reports = createRoute({ getParentRoute: () => shell, path: '/reports', loader: () => loadWords('reports') })
const reportPages = [
  createRoute({
    getParentRoute: () => reports,
    path: '/',
    component: lazyRouteComponent(() => import('./sections/reports/reports.tsx'), 'Reports'),
  }),
  createRoute({
    getParentRoute: () => reports,
    path: '/$report',
    component: lazyRouteComponent(() => import('./sections/reports/report-page.tsx'), 'ReportPage'),
  }),
]

const products = createRoute({
  getParentRoute: () => productPlaces,
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
const productGrid = createRoute({
  getParentRoute: () => shell,
  path: '/products/grid',
  loader: () => Promise.all([loadWords('products'), loadWords('grid'), loadWords('lines')]),
  component: lazyRouteComponent(() => import('./sections/products/product-grid.tsx'), 'ProductGrid'),
})

const orders = createRoute({
  getParentRoute: () => orderPlaces,
  path: '/orders',
  loader: () => Promise.all([loadWords('orders'), loadWords('lines'), loadWords('returns')]),
  component: lazyRouteComponent(() => import('./sections/orders/orders.tsx'), 'Orders'),
})
const orderPages = [
  createRoute({
    getParentRoute: () => orders,
    path: '/new',
    component: lazyRouteComponent(() => import('./sections/orders/order-form.tsx'), 'NewOrder'),
  }),
  createRoute({
    getParentRoute: () => orders,
    path: '/$id',
    component: lazyRouteComponent(() => import('./sections/orders/order-panel.tsx'), 'OrderPanel'),
  }),
  createRoute({
    getParentRoute: () => orders,
    path: '/$id/edit',
    component: lazyRouteComponent(() => import('./sections/orders/order-form.tsx'), 'EditOrder'),
  }),
]

const returns = createRoute({
  getParentRoute: () => orderPlaces,
  path: '/orders/returns/{-$id}/{-$mode}',
  // The money dialog uses the texts of orders, and the list of movements uses those of purchasing, so load both.
  loader: () => Promise.all((['returns', 'lines', 'orders', 'purchasing'] as const).map(loadWords)),
  component: lazyRouteComponent(() => import('./sections/returns/returns.tsx'), 'Returns'),
})

const stock = createRoute({
  getParentRoute: () => stockPlaces,
  path: '/stock',
  loader: () => Promise.all([loadWords('stock'), loadWords('lines')]),
  component: lazyRouteComponent(() => import('./sections/stock/stock.tsx'), 'StockSection'),
})
const stockPages = [
  createRoute({
    getParentRoute: () => stock,
    path: '/receive',
    component: lazyRouteComponent(() => import('./sections/stock/receive-form.tsx'), 'ReceiveForm'),
  }),
  createRoute({
    getParentRoute: () => stock,
    path: '/write-off',
    component: lazyRouteComponent(() => import('./sections/stock/draw-forms.tsx'), 'WriteOffForm'),
  }),
  createRoute({
    getParentRoute: () => stock,
    path: '/transfer',
    component: lazyRouteComponent(() => import('./sections/stock/draw-forms.tsx'), 'TransferForm'),
  }),
  createRoute({
    getParentRoute: () => stock,
    path: '/rows/$productId/$warehouseId',
    component: lazyRouteComponent(() => import('./sections/stock/row-panel.tsx'), 'RowPanel'),
  }),
  createRoute({
    getParentRoute: () => stock,
    path: '/lots/$id',
    component: lazyRouteComponent(() => import('./sections/stock/lot-panel.tsx'), 'LotPanel'),
  }),
  createRoute({
    getParentRoute: () => stock,
    path: '/movements/$id',
    component: lazyRouteComponent(() => import('./sections/stock/movement-panel.tsx'), 'MovementPanel'),
  }),
]

const linePages = (
  [
    ['/stock/receive/lines', 'ReceiveLines'],
    ['/stock/write-off/lines', 'WriteOffLines'],
    ['/stock/transfer/lines', 'TransferLines'],
  ] as const
).map(([path, name]) =>
  createRoute({
    getParentRoute: () => shell,
    path,
    loader: () => Promise.all([loadWords('stock'), loadWords('grid'), loadWords('lines')]),
    component: lazyRouteComponent(() => import('./sections/stock/move-lines.tsx'), name),
  }),
)

/** The route of the pages for printing, which do not show the app's navigation. */
const bare = createRoute({ getParentRoute: () => root, id: 'bare', component: Bare })
const papers = [
  createRoute({
    getParentRoute: () => bare,
    path: '/print/orders/$id/$paper',
    loader: () => loadWords('orders'),
    component: lazyRouteComponent(() => import('./sections/orders/order-paper.tsx'), 'OrderPaper'),
  }),
]

/** The warehouse-floor screens have their own layout. Their code is a single file, so that they work offline. */
const floor = createRoute({
  getParentRoute: () => root,
  path: '/floor/{-$task}',
  loader: () => loadWords('floor'),
  component: lazyRouteComponent(() => import('./sections/floor/floor.tsx'), 'FloorPage'),
})

const settings = createRoute({
  getParentRoute: () => shell,
  path: '/settings',
  loader: () => loadWords('settings'),
  component: lazyRouteComponent(() => import('./sections/settings/settings.tsx'), 'Settings'),
})
const settingsPages = [
  createRoute({
    getParentRoute: () => settings,
    path: '/',
    beforeLoad: () => {
      throw redirect({ to: '/settings/company', replace: true })
    },
  }),
  createRoute({
    getParentRoute: () => settings,
    path: '/company',
    component: lazyRouteComponent(() => import('./sections/settings/company.tsx'), 'Company'),
  }),
  createRoute({
    getParentRoute: () => settings,
    path: '/team',
    component: lazyRouteComponent(() => import('./sections/settings/team.tsx'), 'Team'),
  }),
  createRoute({
    getParentRoute: () => settings,
    path: '/tokens',
    component: lazyRouteComponent(() => import('./sections/settings/tokens.tsx'), 'Tokens'),
  }),
  createRoute({
    getParentRoute: () => settings,
    path: '/import',
    loader: () => loadWords('import'),
    component: lazyRouteComponent(() => import('./sections/import/import-page.tsx'), 'ImportPage'),
  }),
  createRoute({
    getParentRoute: () => settings,
    path: '/import/$id/{-$row}',
    loader: () => loadWords('import'),
    component: lazyRouteComponent(() => import('./sections/import/import-report.tsx'), 'ImportReport'),
  }),
  createRoute({
    getParentRoute: () => settings,
    path: '/audit/{-$id}',
    loader: () => loadWords('audit'),
    component: lazyRouteComponent(() => import('./sections/settings/audit.tsx'), 'Audit'),
  }),
  createRoute({
    getParentRoute: () => settings,
    path: '/self-check',
    loader: () => loadWords('checks'),
    component: lazyRouteComponent(() => import('./sections/settings/self-check.tsx'), 'SelfCheckPage'),
  }),
  createRoute({
    getParentRoute: () => settings,
    path: '/account',
    component: lazyRouteComponent(() => import('./sections/settings/account.tsx'), 'Account'),
  }),
]

const tables = createRoute({
  getParentRoute: () => shell,
  path: '/tables/{-$id}',
  loader: () => loadWords('tables'),
  component: lazyRouteComponent(() => import('./sections/tables/tables.tsx'), 'Tables'),
})

/** Partners, the company's own organizations, and contracts: three lists in one section. */
const parties = createRoute({
  getParentRoute: () => shell,
  id: 'parties',
  component: lazyRouteComponent(() => import('./sections/partners/partners.tsx'), 'Parties'),
})
/** Orders to suppliers, order proposals, documents, files and payments: the lists of one section. */
const purchasing = createRoute({
  getParentRoute: () => shell,
  path: '/purchasing',
  loader: () => Promise.all([loadWords('purchasing'), loadWords('lines')]),
  component: lazyRouteComponent(() => import('./sections/purchasing/purchasing.tsx'), 'Purchasing'),
})
const purchasingList = <const Path extends string>(path: Path, component: ReturnType<typeof lazyOnce>) =>
  createRoute({ getParentRoute: () => purchasing, path, component })
/** The page of procurement documents. Orders to suppliers are documents, so their list uses it too. */
const documents = () => import('./sections/documents/documents.tsx')
const purchasingPages = [
  purchasingList(
    '/',
    lazyRouteComponent(() => import('./sections/purchasing/purchasing.tsx'), 'PurchasingStart'),
  ),
  purchasingList(
    '/proposals',
    lazyRouteComponent(() => import('./sections/ordering/proposals.tsx'), 'Proposals'),
  ),
  purchasingList(
    '/purchases/{-$id}',
    lazyRouteComponent(() => import('./sections/purchases/purchases.tsx'), 'Purchases'),
  ),
  purchasingList('/orders/{-$id}/{-$mode}', lazyRouteComponent(documents, 'Documents')),
  purchasingList('/documents/{-$id}/{-$mode}', lazyRouteComponent(documents, 'Documents')),
  purchasingList(
    '/payments/{-$id}/{-$mode}',
    lazyRouteComponent(() => import('./sections/payments/payments.tsx'), 'Payments'),
  ),
  createRoute({
    getParentRoute: () => purchasing,
    path: '/files',
    loader: () => loadWords('files'),
    component: lazyRouteComponent(() => import('./sections/papers/files.tsx'), 'Files'),
  }),
  createRoute({
    getParentRoute: () => purchasing,
    path: '/files/$id',
    loader: () => loadWords('files'),
    component: lazyRouteComponent(() => import('./sections/papers/file-panel.tsx'), 'FilePanel'),
  }),
]

export const router = createRouter({
  routeTree: root.addChildren([
    account.addChildren(accountPages),
    shell.addChildren([
      start,
      overview,
      reports.addChildren(reportPages),
      orderPlaces.addChildren([orders.addChildren(orderPages), returns, recordsOf(orderPlaces, '/orders')]),
      productPlaces.addChildren([products.addChildren(productPages), recordsOf(productPlaces, '/products')]),
      productGrid,
      stockPlaces.addChildren([stock.addChildren(stockPages), recordsOf(stockPlaces, '/stock')]),
      purchasing.addChildren([...purchasingPages, recordsOf(purchasing)]),
      ...linePages,
      parties.addChildren([recordsOf(parties)]),
      settings.addChildren([...settingsPages, recordsOf(settings)]),
      tables,
    ]),
    bare.addChildren(papers),
    floor,
  ]),
  parseSearch: parseAddress,
  stringifySearch: printAddress,
  defaultPreload: 'intent',
  // Keep showing the previous screen until the next one is ready.
  defaultPendingMs: 10_000,
  scrollRestoration: false,
})
