/** Shows the stock movements made by a purchase, a document or a return, and the lots that they created or used. */
import { Button, Skeleton, Text } from '@mantine/core'
import type { Movement } from '../../../sdk/types.ts'
import { FigureTable, Heading } from '../../components/facts.tsx'
import { plus } from '../../data/amounts.ts'
import { useList, useRecords } from '../../data/lists.ts'
import { useMe } from '../../data/session.ts'
import { Failure } from '../../parts/failure.tsx'
import { To } from '../../parts/to.tsx'
import { dayAndTime, money, quantity } from '../../words/format.ts'
import { useWords } from '../../words/words.ts'

const AT_ONCE = 20

interface MovementsProps {
  readonly title: string
  readonly none: string
  readonly query: { readonly documentId: string } | { readonly purchaseId: string } | { readonly returnId: string }
}

export function Movements({ title, none, query }: MovementsProps) {
  const say = useWords('purchasing')
  const core = useWords('core')
  const { seesCosts } = useMe()
  const { items, isPending, error, hasMore, readMore, retry } = useList('movements', { ...query, limit: AT_ONCE })
  const products = useRecords(
    'products',
    items.map(({ productId }) => productId),
  )
  return (
    <section>
      <Heading text={title} />
      <Failure error={error} title={core('notLoaded')} onRetry={retry} />
      {isPending && error === null && <Skeleton height={72} />}
      {!isPending && error === null && items.length === 0 && (
        <Text size="sm" c="dimmed">
          {none}
        </Text>
      )}
      {items.length > 0 && (
        <FigureTable
          label={title}
          heads={[say('product'), say('quantityShort'), ...(seesCosts ? [say('moveCost')] : [])]}
          figuresFrom={1}
        >
          <tbody>
            {items.map((one) => (
              <tr key={one.id}>
                <td>
                  {products.get(one.productId)?.name ?? '…'}
                  <Text size="xs" c="dimmed">
                    <To path={`/stock/movements/${one.id}`} label={say(`move-${one.type}`)} isInText />{' '}
                    {dayAndTime(one.at)}
                    {badOf(one) > 0 && ` · ${say('badFigure', { bad: quantity(badOf(one)) })}`}
                  </Text>
                  {one.lots.map(({ lotId, quantity: drawn }) => (
                    <Text key={lotId} size="xs" c="dimmed">
                      <To path={`/stock/lots/${lotId}`} label={say('lot')} isInText />{' '}
                      {quantity(drawn, products.get(one.productId)?.uom)}
                    </Text>
                  ))}
                </td>
                <td data-end>{quantity(one.good ?? one.quantity, products.get(one.productId)?.uom)}</td>
                {seesCosts && <td data-end>{money(one.cost)}</td>}
              </tr>
            ))}
          </tbody>
        </FigureTable>
      )}
      {hasMore && (
        <Button variant="default" size="compact-sm" mt="xs" onClick={readMore}>
          {say('showMore')}
        </Button>
      )}
    </section>
  )
}

/** Returns the damaged and missing quantities of a receipt together. */
const badOf = ({ damaged = 0, missing = 0 }: Movement) => plus(damaged, missing)
