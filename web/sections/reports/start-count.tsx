/** Starts stocktakes of exactly the products on screen: one stocktake for each warehouse. */
import { Button, Group } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import type { Stocktake } from '../../../sdk/types.ts'
import { client } from '../../data/client.ts'
import { useAction } from '../../data/command.ts'
import { useMay } from '../../data/session.ts'
import { Failure } from '../../parts/failure.tsx'
import { useWords } from '../../words/words.ts'
import type { ActionProps } from './spec.ts'

/** The maximum number of products in the scope of a stocktake. */
const MOST = 1_000

interface Scope {
  readonly warehouseId: string
  readonly productIds: readonly string[]
}

export function StartCount({ rows }: ActionProps) {
  const say = useWords('reports')
  const may = useMay()
  const navigate = useNavigate()
  const starting = useAction<Scope, Stocktake>(
    ({ warehouseId, productIds }, sending) =>
      client.stocktakes.create({ warehouseId, scope: { productIds: [...productIds] } }, sending),
    ({ id }) => void navigate({ to: `/stock/stocktakes/${id}` }),
  )
  if (!may('managers') || rows.length === 0) return null
  return (
    <>
      <Failure error={starting.failure} />
      <Group gap="xs">
        {[...Map.groupBy(rows, ({ warehouseId }) => String(warehouseId))].map(([warehouseId, of]) => {
          const productIds = of.slice(0, MOST).map(({ productId }) => String(productId))
          return (
            <Button
              key={warehouseId}
              size="compact-md"
              py={4}
              loading={starting.isSending}
              onClick={() => void starting.run({ warehouseId, productIds })}
            >
              {say('countThese', { count: productIds.length, warehouse: String(of[0]!.warehouse) })}
            </Button>
          )
        })}
      </Group>
    </>
  )
}
