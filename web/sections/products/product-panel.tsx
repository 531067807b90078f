/** The panel of one product: its stock, its actions, and its tabs. */
import { Badge, Button, Group, Text } from '@mantine/core'
import { Link, Outlet, useNavigate, useParams } from '@tanstack/react-router'
import { useCallback } from 'react'
import type { Product } from '../../../sdk/types.ts'
import { Panel } from '../../components/split.tsx'
import { client } from '../../data/client.ts'
import { useRecord } from '../../data/lists.ts'
import { useMay } from '../../data/session.ts'
import { useFigures } from '../../data/stock.ts'
import { ArchivedBadge } from '../../parts/name-cell.tsx'
import { RecordActions } from '../../parts/record-actions.tsx'
import { RecordGate } from '../../parts/record-gate.tsx'
import { RecordTabs } from '../../parts/record-tabs.tsx'
import { quantity } from '../../words/format.ts'
import { useWords } from '../../words/words.ts'
import { ProductFacts } from './product-facts.tsx'
import { ProductHistory } from './product-history.tsx'
import { ProductPicture } from './product-picture.tsx'
import { ProductStock } from './product-stock.tsx'

export function ProductPanel() {
  const { id } = useParams({ strict: false }) as { readonly id: string }
  const say = useWords('products')
  const navigate = useNavigate()
  const close = useCallback(() => void navigate({ to: '/products', search: true }), [navigate])
  return (
    <RecordGate view={useRecord('products', id)} title={say('one')} onClose={close}>
      {(product) => <ProductView key={id} product={product} onClose={close} />}
    </RecordGate>
  )
}

const HEAD_PICTURE_PX = 48

interface ProductViewProps {
  readonly product: Product
  readonly onClose: () => void
}

function ProductView({ product, onClose }: ProductViewProps) {
  const say = useWords('products')
  const core = useWords('core')
  return (
    <Panel
      title={product.name}
      subtitle={<Subtitle product={product} />}
      picture={<ProductPicture product={product} sizePx={HEAD_PICTURE_PX} />}
      closeLabel={core('close')}
      onClose={onClose}
      actions={<ProductActions product={product} onGone={onClose} />}
    >
      <RecordTabs
        tabs={[
          { name: 'general', label: say('general'), content: <ProductFacts product={product} /> },
          { name: 'stock', label: say('stock'), content: <ProductStock product={product} /> },
          {
            name: 'history',
            label: say('history'),
            content: <ProductHistory product={product} />,
          },
        ]}
      />
      <Outlet />
    </Panel>
  )
}

/** Shows the product's stock below its name, for example `12 шт · 3 в резерве · 9 доступно`. */
function Subtitle({ product }: { readonly product: Product }) {
  const say = useWords('products')
  const figures = useFigures([product]).get(product.id)
  const { kind, uom, archived, sku } = product
  const text =
    figures === undefined || kind === 'service'
      ? null
      : kind === 'bundle'
        ? `${say('available')}: ${quantity(figures.available, uom)}`
        : say('figures', {
            onHand: quantity(figures.onHand, uom),
            reserved: quantity(figures.reserved),
            available: quantity(figures.available),
          })
  return (
    <Group gap={8}>
      {archived && <ArchivedBadge />}
      {kind !== 'product' && (
        <Badge variant="light" color="gray" tt="none">
          {say(`kind-${kind}`)}
        </Badge>
      )}
      {sku !== null && (
        <Text c="dimmed" size="sm">
          {sku}
        </Text>
      )}
      {text !== null && (
        <Text c="dimmed" size="sm">
          {text}
        </Text>
      )}
    </Group>
  )
}

interface ActionsProps {
  readonly product: Product
  readonly onGone: () => void
}

function ProductActions({ product, onGone }: ActionsProps) {
  const say = useWords('products')
  const { id, name, archived, kind, uom } = product
  const onHand = useFigures([product]).get(id)?.onHand ?? 0
  const isLeft = (kind === 'product' || kind === 'variant') && onHand > 0
  if (!useMay()('managers')) return null
  return (
    <>
      <NextStep product={product} />
      <RecordActions
        id={id}
        name={name}
        archived={archived}
        archivedNote={isLeft ? say('stillInStock', { onHand: quantity(onHand, uom) }) : null}
        setArchived={(to, sending) => client.products.update(id, { name, archived: to }, sending)}
        remove={client.products.delete}
        editPath={`/products/${id}/edit`}
        deleteText={`${say('deleteText')} ${say('deleteAdvice')}`}
        onGone={onGone}
      />
    </>
  )
}

/**
 * The button for the usual next step. A product without stock can be received, one with stock can be sold. If an
 * archived product has stock, the stock can be written off.
 */
function NextStep({ product }: { readonly product: Product }) {
  const say = useWords('products')
  const { id, kind, archived } = product
  const available = useFigures([product]).get(id)?.available
  const isStocked = kind === 'product' || kind === 'variant'
  if (archived && isStocked && (available ?? 0) > 0)
    return (
      <Button size="compact-md" variant="default" component={Link} to={`/stock/write-off?productId=${id}`}>
        {say('writeOff')}
      </Button>
    )
  if (archived || (kind !== 'service' && available === undefined)) return null
  if (isStocked && available === 0)
    return (
      <Button size="compact-md" component={Link} to={`/stock/receive?productId=${id}&from=product`}>
        {say('receive')}
      </Button>
    )
  return (
    <Button size="compact-md" variant="default" component={Link} to={`/orders/new?product=${id}`}>
      {say('sell')}
    </Button>
  )
}
