/** The panel of one stock movement: what was moved, why, and from or into which lots. */
import { Anchor, Button, Text } from '@mantine/core'
import { Link, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import type { Movement, Product } from '../../../sdk/types.ts'
import { FigureTable, Heading } from '../../components/facts.tsx'
import { Panel } from '../../components/split.tsx'
import { client } from '../../data/client.ts'
import { useRecord, useRecords } from '../../data/lists.ts'
import { useMay, useMe } from '../../data/session.ts'
import { PaperDialog } from '../../parts/paper-dialog.tsx'
import { RecordGate } from '../../parts/record-gate.tsx'
import { To } from '../../parts/to.tsx'
import { movements } from '../../records/movements.ts'
import { day, dayAndTime, money, quantity } from '../../words/format.ts'
import { useWords } from '../../words/words.ts'
import { RecordFacts } from '../records/record-facts.tsx'
import { changeOf, placeOfMovement } from './movements.ts'
import { PanelParts, useClose, useWarehouseName } from './parts.tsx'

export function MovementPanel() {
  const { id } = useParams({ strict: false }) as { readonly id: string }
  const say = useWords('stock')
  return (
    <RecordGate view={useRecord('movements', id)} title={say('movements')} onClose={useClose()}>
      {(record) => <MovementView key={id} movement={record} />}
    </RecordGate>
  )
}

function MovementView({ movement }: { readonly movement: Movement }) {
  const say = useWords('stock')
  const core = useWords('core')
  const close = useClose()
  const { record: product } = useRecord('products', movement.productId)
  const uom = product?.uom ?? null
  const { type } = movement
  return (
    <Panel
      title={`${product?.name ?? '…'}: ${changeOf(movement, uom)}`}
      subtitle={
        <Text c="dimmed">
          {say(`type-${type}`)} · {dayAndTime(movement.at)}
        </Text>
      }
      closeLabel={core('close')}
      onClose={close}
      actions={<PaperButton movement={movement} name={product?.name ?? '…'} />}
    >
      <PanelParts>
        <MovementFacts movement={movement} product={product} />
        {movement.lots.length > 0 && <Lots movement={movement} uom={uom} />}
      </PanelParts>
    </Panel>
  )
}

/**
 * Returns whether the movement can have its own number and date of a paper document. It can if no other record created
 * it.
 */
const hasPaper = ({ shipmentId, documentId, stocktakeId, returnId, orderId }: Movement) =>
  [shipmentId, documentId, stocktakeId, returnId, orderId].every((id) => id === undefined)

function PaperButton({ movement, name }: { readonly movement: Movement; readonly name: string }) {
  const say = useWords('stock')
  const core = useWords('core')
  const may = useMay()
  const [isAsked, setAsked] = useState(false)
  if (!may('managers') || !hasPaper(movement)) return null
  return (
    <>
      <Button size="compact-md" variant="default" onClick={() => setAsked(true)}>
        {core('paper')}
      </Button>
      {isAsked && (
        <PaperDialog
          labels={{ documentDate: say('documentDate'), documentNumber: say('documentNumber') }}
          name={name}
          paper={movement}
          send={(paper, sending) => client.movements.setPaper(movement.id, paper, sending)}
          onClose={() => setAsked(false)}
        />
      )}
    </>
  )
}

interface MovementFactsProps {
  readonly movement: Movement
  readonly product: Product | undefined
}

function MovementFacts({ movement, product }: MovementFactsProps) {
  const say = useWords('stock')
  const core = useWords('core')
  const { seesCosts } = useMe()
  const nameOf = useWarehouseName()
  const { record: order } = useRecord('orders', movement.orderId)
  const { record: customerReturn } = useRecord('customerReturns', movement.returnId)
  // If the user may not see costs, the user may not read documents and purchases either, so do not request them.
  const { record: document } = useRecord('documents', seesCosts ? movement.documentId : null)
  const { record: purchase } = useRecord('purchases', seesCosts ? movement.purchaseId : null)
  const uom = product?.uom ?? null
  const { type, reverses } = movement
  const given = (value: number | undefined) => (value ? quantity(value, uom) : null)
  return (
    <RecordFacts
      spec={movements}
      record={movement}
      facts={[
        [
          say('product'),
          <Anchor key="product" component={Link} to={`/products/${movement.productId}`} inherit>
            {product?.name ?? '…'}
          </Anchor>,
        ],
        [say('warehouse'), placeOfMovement(movement, nameOf)],
        [say('quantity'), quantity(movement.quantity, uom)],
        [core('whenPosted'), dayAndTime(movement.at)],
        [say('good'), type === 'receipt' ? quantity(movement.good, uom) : null],
        [say('damaged'), given(movement.damaged)],
        [say('missing'), given(movement.missing)],
        [say('reverses'), reverses && say(`type-${reverses}`)],
        // If the user may not see costs, the response contains none.
        [say('unitCost'), seesCosts && movement.unitCost !== undefined ? money(movement.unitCost) : null],
        [say('cost'), seesCosts ? money(movement.cost) : null],
        [
          say('order'),
          movement.orderId && (
            <Anchor key="order" component={Link} to={`/orders/${movement.orderId}`} inherit>
              {order === undefined ? '…' : say('orderNumbered', { number: order.number })}
            </Anchor>
          ),
        ],
        [
          say('customerReturn'),
          movement.returnId && <To path={`/orders/returns/${movement.returnId}`} label={customerReturn?.number} />,
        ],
        [
          say('document'),
          document && (
            <Anchor key="document" component={Link} to={`/purchasing/documents/${document.id}`} inherit>
              {document.number}
            </Anchor>
          ),
        ],
        [
          say('purchase'),
          purchase && (
            <Anchor key="purchase" component={Link} to={`/purchasing/purchases/${purchase.id}`} inherit>
              {purchase.number}
            </Anchor>
          ),
        ],
      ]}
    />
  )
}

function Lots({ movement, uom }: { readonly movement: Movement; readonly uom: string | null }) {
  const say = useWords('stock')
  const { seesCosts } = useMe()
  const lots = useRecords(
    'lots',
    movement.lots.map(({ lotId }) => lotId),
  )
  const title = say(movement.type === 'receipt' ? 'intoLot' : 'fromLots')
  const costs = seesCosts ? [say('unitCost')] : []
  return (
    <section>
      <Heading text={title} />
      <FigureTable label={title} heads={[say('lotFrom'), say('supplier'), say('quantity'), ...costs]} figuresFrom={2}>
        <tbody>
          {movement.lots.map(({ lotId, quantity: drawn, unitCost }) => (
            <tr key={lotId}>
              <td>
                <Anchor component={Link} to={`/stock/lots/${lotId}`} inherit>
                  {lots.has(lotId) ? day(lots.get(lotId)!.receivedAt) : '…'}
                </Anchor>
              </td>
              <td>{lots.get(lotId)?.supplier}</td>
              <td data-end>{quantity(drawn, uom)}</td>
              {seesCosts && <td data-end>{money(unitCost)}</td>}
            </tr>
          ))}
        </tbody>
      </FigureTable>
    </section>
  )
}
