/** The stock section with its three lists: the stock at each warehouse, the lots, and the movements. */
import { Button, Menu, SegmentedControl } from '@mantine/core'
import { Outlet, useLocation, useNavigate, useParams } from '@tanstack/react-router'
import { IconChevronDown } from '../../components/icons.ts'
import { useShortcuts } from '../../components/shortcuts.ts'
import { Split } from '../../components/split.tsx'
import { useAddress } from '../../data/address.ts'
import { useMay } from '../../data/session.ts'
import { ListHead } from '../../parts/list-head.tsx'
import { useWords } from '../../words/words.ts'
import { LotTable } from './lot-table.tsx'
import { MovementTable } from './movement-table.tsx'
import { LISTS, viewOf } from './queries.ts'
import { RowTable } from './row-table.tsx'
import classes from './stock.module.css'
import { CLEARED, STOCK_FILTERS, StockFilters } from './stock-filters.tsx'

const VIEWS = ['rows', 'lots', 'movements'] as const
const TABLES = { rows: RowTable, lots: LotTable, movements: MovementTable }

export function StockSection() {
  const params = useParams({ strict: false }) as {
    readonly id?: string
    readonly productId?: string
    readonly warehouseId?: string
  }
  const pathname = useLocation({ select: (location) => location.pathname })
  const isOpen = pathname.replace(/\/$/, '') !== '/stock'
  const openId = params.id ?? (params.productId && `${params.productId}/${params.warehouseId}`)
  return <Split list={<StockList openId={openId} />} record={isOpen ? <Outlet /> : null} />
}

function StockList({ openId }: { readonly openId: string | undefined }) {
  const say = useWords('stock')
  const [address, change] = useAddress()
  const view = viewOf(address)
  const { kind, query } = LISTS[view]
  const Table = TABLES[view]
  return (
    <>
      <ListHead
        title={say('title')}
        searchLabel={say('searchLabel')}
        filterNames={STOCK_FILTERS}
        filters={<StockFilters view={view} />}
        view={
          <SegmentedControl
            size="xs"
            aria-label={say('view')}
            value={view}
            data={VIEWS.map((value) => ({ value, label: say(value) }))}
            onChange={(next) =>
              change({ ...CLEARED, q: address.q, sort: undefined, view: next === 'rows' ? undefined : next })
            }
          />
        }
        action={<StockActions />}
        exported={{ kind, query: query(address) }}
      />
      <Table openId={openId} />
    </>
  )
}

/** The buttons above the list. On a phone, the two less common actions are in a menu. */
function StockActions() {
  const say = useWords('stock')
  const core = useWords('core')
  const navigate = useNavigate()
  const mayMove = useMay()('storekeepers')
  const go = (path: string) => () => void navigate({ to: path, search: true })
  useShortcuts(mayMove ? { c: go('/stock/receive') } : {})
  if (!mayMove) return null
  return (
    <div className={classes.actions}>
      <Button size="sm" onClick={go('/stock/receive')} title="c">
        {say('receive')}
      </Button>
      <Menu position="bottom-end">
        <Menu.Target>
          <Button size="sm" variant="default" px={8} aria-label={core('actions')}>
            <IconChevronDown size={16} aria-hidden />
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={go('/stock/receive/lines')}>{say('receiveLines')}</Menu.Item>
          <Menu.Item onClick={go('/stock/write-off')}>{say('writeOff')}</Menu.Item>
          <Menu.Item onClick={go('/stock/transfer')}>{say('transfer')}</Menu.Item>
          <Menu.Item onClick={go('/stock/write-off/lines')}>{say('writeOffLines')}</Menu.Item>
          <Menu.Item onClick={go('/stock/transfer/lines')}>{say('transferLines')}</Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </div>
  )
}
