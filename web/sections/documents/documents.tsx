/** The list of procurement documents: purchase orders, supplier invoices, receipts and returns. */
import { useNavigate } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'
import type { Document } from '../../../sdk/types.ts'
import type { Column } from '../../components/data-table.tsx'
import { useAddress } from '../../data/address.ts'
import { useAll, useList } from '../../data/lists.ts'
import { useMay } from '../../data/session.ts'
import { DayFilters, WarehouseFilter } from '../../parts/list-filters.tsx'
import { ListHead } from '../../parts/list-head.tsx'
import { ListTable } from '../../parts/list-table.tsx'
import { PartnerFilter } from '../../parts/partner-filter.tsx'
import { ProductFilter } from '../../parts/product-filter.tsx'
import { documents } from '../../records/documents.ts'
import { day, money } from '../../words/format.ts'
import { type Say, useWords } from '../../words/words.ts'
import { ListAndRecord } from '../purchasing/beside.tsx'
import { titleOf } from '../purchasing/document-field.tsx'
import { DOCUMENT_KINDS } from '../purchasing/document-values.ts'
import { OrganizationFilter, WordFilter } from '../purchasing/filters.tsx'
import { useDocumentPlace, useGo } from '../purchasing/going.ts'
import { OrderKinds, OrderKindsText } from '../purchasing/order-kinds.tsx'
import { documentQuery } from '../purchasing/queries.ts'
import { StatusBadge } from '../purchasing/status.tsx'
import { sayOfRecords } from '../records/all.ts'
import { PlainFilters, plainColumns, plainFilters } from '../records/plain-lists.tsx'
import { NEWEST_FIRST } from '../records/plain-query.ts'
import { EditDocument, NewDocument } from './document-form.tsx'
import { DocumentPanel } from './document-panel.tsx'

const STATUSES = ['draft', 'posted', 'closed', 'cancelled'] as const
const FILTERS = [
  ...['kind', 'status', 'supplier', 'warehouse', 'organization', 'product'],
  ...[...plainFilters(documents), 'from', 'to'],
]
const NARROWING = [...FILTERS, 'contract', 'fromFile']

export function Documents() {
  return <ListAndRecord List={DocumentList} New={NewDocument} View={DocumentPanel} Edit={EditDocument} />
}

interface ListProps {
  readonly openId: string | undefined
}

/** The list of all procurement documents, or on another page only of orders to suppliers. */
function DocumentList({ openId }: ListProps) {
  const say = useWords('purchasing')
  const place = useDocumentPlace()
  const isOrders = place === 'orders'
  const navigate = useNavigate()
  const [address] = useAddress()
  const { toNew } = useGo('documents')
  const query = useMemo(
    () => documentQuery(isOrders ? { ...address, kind: 'purchase_order' } : address),
    [address, isOrders],
  )
  const list = useList('documents', query)
  const { record: warehouses = [] } = useAll('warehouses')
  const columns = useMemo(() => {
    const all = columnsOf(say, (id) => warehouses.find((one) => one.id === id)?.name ?? '')
    return isOrders ? ofOrders(all) : all
  }, [say, warehouses, isOrders])
  const create = useMay()('managers') ? toNew : null
  const open = useCallback(
    (row: Document) => void navigate({ to: `/purchasing/${place}/${row.id}`, search: true }),
    [navigate, place],
  )
  return (
    <>
      <ListHead
        title={say(isOrders ? 'supplierOrders' : 'documents')}
        searchLabel={say('documentSearch')}
        filterNames={FILTERS}
        filters={<DocumentFilters isOrders={isOrders} />}
        view={isOrders && <OrderKinds here="orders" />}
        onCreate={create}
        exported={{ kind: 'documents', query }}
      />
      {isOrders && <OrderKindsText here="orders" />}
      <ListTable
        label={say('documentList')}
        list={list}
        columns={columns}
        idOf={(row) => row.id}
        nameOf={(row) => titleOf(say, row)}
        openId={openId}
        onOpen={open}
        hrefOf={({ id }) => `/purchasing/${place}/${id}`}
        sort={NEWEST_FIRST}
        filterNames={NARROWING}
        totals={{ kind: 'documents', query, print: ({ total = 0 }) => ({ total: money(total) }) }}
        empty={{
          title: say(isOrders ? 'noOrdersTitle' : 'noDocumentsTitle'),
          text: say(isOrders ? 'noOrdersText' : 'noDocumentsText'),
          action: create && { label: say(isOrders ? 'newOrder' : 'newDocument'), run: create },
        }}
      />
    </>
  )
}

/**
 * Returns the columns for a list of orders only. They are all of one kind, so the column of the kind is left out, and
 * the supplier is shown at any width.
 */
const ofOrders = (columns: readonly Column<Document>[]) =>
  columns.filter(({ key }) => key !== 'kind').map((one) => (one.key === 'supplier' ? { ...one, from: 0 } : one))

function columnsOf(say: Say<'purchasing'>, warehouseOf: (id: string | null) => string): Column<Document>[] {
  return [
    { key: 'number', label: say('number'), width: '72px', sort: 'createdAt', cell: (row) => row.number },
    {
      key: 'date',
      label: say('date'),
      width: '92px',
      from: 760,
      sort: 'issuedAt',
      cell: (row) => day(row.issuedAt ?? row.postedAt ?? row.createdAt),
    },
    { key: 'kind', label: say('kind'), width: 'minmax(160px, 2fr)', cell: (row) => say(`kind-${row.kind}`) },
    {
      key: 'supplier',
      label: say('supplier'),
      width: 'minmax(110px, 3fr)',
      from: 650,
      cell: (row) => row.supplier ?? '',
    },
    {
      key: 'status',
      label: say('status'),
      width: '96px',
      from: 420,
      cell: ({ status }) => <StatusBadge status={status} />,
    },
    {
      key: 'warehouse',
      label: say('warehouse'),
      width: 'minmax(80px, 1fr)',
      from: 1060,
      cell: (row) => warehouseOf(row.warehouseId),
    },
    ...plainColumns<Document>(documents, sayOfRecords(documents)),
    { key: 'total', label: say('total'), width: '120px', align: 'end', from: 520, cell: (row) => money(row.total) },
  ]
}

function DocumentFilters({ isOrders }: { readonly isOrders: boolean }) {
  const say = useWords('purchasing')
  const kinds = DOCUMENT_KINDS.map((value) => ({ value, label: say(`kind-${value}`) }))
  const statuses = STATUSES.map((value) => ({ value, label: say(`filter-${value}`) }))
  return (
    <>
      {!isOrders && <WordFilter name="kind" label={say('kind')} all={say('allKinds')} choices={kinds} />}
      <WordFilter name="status" label={say('status')} all={say('allStatuses')} choices={statuses} />
      <PartnerFilter name="supplier" label={say('supplier')} />
      <WarehouseFilter />
      <OrganizationFilter />
      <ProductFilter />
      <PlainFilters spec={documents} />
      <DayFilters />
    </>
  )
}
