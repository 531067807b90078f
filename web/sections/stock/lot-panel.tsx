/** The panel of one lot: where it came from, how much is left, and the movements of its product at its warehouse. */
import { Anchor, Text } from '@mantine/core'
import { Link, useParams } from '@tanstack/react-router'
import type { Lot } from '../../../sdk/types.ts'
import { Panel } from '../../components/split.tsx'
import { useRecord } from '../../data/lists.ts'
import { useMe } from '../../data/session.ts'
import { costOf } from '../../data/shipping.ts'
import { RecordGate } from '../../parts/record-gate.tsx'
import { lots } from '../../records/lots.ts'
import { day, dayAndTime, money, quantity } from '../../words/format.ts'
import { useWords } from '../../words/words.ts'
import { RecordFacts } from '../records/record-facts.tsx'
import { MovementsOf, Moves, PanelParts, useClose, useWarehouseName } from './parts.tsx'

export function LotPanel() {
  const { id } = useParams({ strict: false }) as { readonly id: string }
  const say = useWords('stock')
  return (
    <RecordGate view={useRecord('lots', id)} title={say('lot')} onClose={useClose()}>
      {(record) => <LotView key={id} lot={record} />}
    </RecordGate>
  )
}

function LotView({ lot }: { readonly lot: Lot }) {
  const say = useWords('stock')
  const core = useWords('core')
  const close = useClose()
  const { seesCosts } = useMe()
  const nameOf = useWarehouseName()
  const { record: product } = useRecord('products', lot.productId)
  const { productId, warehouseId } = lot
  return (
    <Panel
      title={say('lotTitle', { date: day(lot.receivedAt) })}
      subtitle={<Text c="dimmed">{product?.name}</Text>}
      closeLabel={core('close')}
      onClose={close}
      actions={
        lot.remaining > 0 && <Moves of={{ productId, at: warehouseId, lot: lot.id }} moves={['writeOff', 'transfer']} />
      }
    >
      <PanelParts>
        <RecordFacts
          spec={lots}
          record={lot}
          facts={[
            [
              say('product'),
              <Anchor key="product" component={Link} to={`/products/${productId}`} inherit>
                {product?.name ?? '…'}
              </Anchor>,
            ],
            [
              say('warehouse'),
              <Anchor key="row" component={Link} to={`/stock/rows/${productId}/${warehouseId}`} inherit>
                {nameOf(warehouseId)}
              </Anchor>,
            ],
            [say('lotFrom'), dayAndTime(lot.receivedAt)],
            [say('received'), quantity(lot.received, product?.uom)],
            [say('left'), quantity(lot.remaining, product?.uom)],
            [say('unitCost'), seesCosts ? money(lot.unitCost) : null],
            [say('value'), seesCosts ? money(costOf([{ lot, quantity: lot.remaining }])) : null],
            [
              say('sourceLot'),
              lot.sourceLotId && (
                <Anchor key="source" component={Link} to={`/stock/lots/${lot.sourceLotId}`} inherit>
                  {say('openLot')}
                </Anchor>
              ),
            ],
          ]}
        />
        <MovementsOf product={product} productId={productId} warehouseId={warehouseId} />
      </PanelParts>
    </Panel>
  )
}
