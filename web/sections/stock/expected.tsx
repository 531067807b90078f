/**
 * Shows how much of a product is still expected at a warehouse, for each purchase. If the user may not see costs,
 * renders nothing.
 */
import { Anchor, Group } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { Product } from '../../../sdk/types.ts'
import { FigureTable, Heading } from '../../components/facts.tsx'
import { useList } from '../../data/lists.ts'
import { leftOf } from '../../data/purchases.ts'
import { useMay } from '../../data/session.ts'
import { To } from '../../parts/to.tsx'
import { quantity } from '../../words/format.ts'
import { useWords } from '../../words/words.ts'

interface ExpectedProps {
  readonly product: Product
  readonly warehouseId: string
}

export function ExpectedOf({ product, warehouseId }: ExpectedProps) {
  const say = useWords('stock')
  const sees = useMay()('who sees costs')
  const { items } = useList('purchases', { productId: product.id, warehouseId, status: ['open', 'partial'] }, sees)
  if (!sees) return null
  return (
    <section>
      <Heading text={say('expected')} />
      {items.length > 0 && (
        <FigureTable label={say('expected')} heads={[say('purchase'), say('supplier'), say('left')]} figuresFrom={2}>
          <tbody>
            {items.map((one) => (
              <tr key={one.id}>
                <td>
                  <Anchor component={Link} to={`/purchasing/purchases/${one.id}`} inherit>
                    {one.number}
                  </Anchor>
                </td>
                <td>{one.supplier}</td>
                <td data-end>{quantity(leftOf(one), product.uom)}</td>
              </tr>
            ))}
          </tbody>
        </FigureTable>
      )}
      <Group gap="md" mt={8}>
        <To path={`/purchasing/purchases?product=${product.id}`} label={say('allPurchases')} />
        <To path={`/purchasing/documents?product=${product.id}`} label={say('allDocuments')} />
      </Group>
    </section>
  )
}
