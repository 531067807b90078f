/**
 * The actions on the selected products. Each product gets its own command, so that one refusal does not stop the
 * others.
 */
import { Button, CloseButton, Group, List, Text } from '@mantine/core'
import { useRef, useState } from 'react'
import type { Product, UpdateProductBody } from '../../../sdk/types.ts'
import { toast } from '../../components/toast.tsx'
import { client } from '../../data/client.ts'
import { type Many, useMany } from '../../data/many.ts'
import type { Chosen } from '../../parts/list-table.tsx'
import shell from '../../parts/parts.module.css'
import { Interrupted, RunProgress } from '../../parts/save-bar.tsx'
import { useWords } from '../../words/words.ts'
import { archiveBody, type Bodies, bodiesOf } from './bulk-bodies.ts'
import { PriceDialog, ValueDialog } from './bulk-dialogs.tsx'
import { downloadRows } from './chosen-file.ts'

/** The name under which the tab stores commands that got no response. */
const BULK = 'products/bulk'

export function ProductBulk({ chosen }: { readonly chosen: Chosen<Product> }) {
  const say = useWords('grid')
  const core = useWords('core')
  const [dialog, setDialog] = useState<'price' | 'value' | null>(null)
  const { many, start, archive, names } = useBulk(chosen.rows)
  const { rows } = chosen
  if (rows.length === 0 && !many.isRunning && many.waiting.size === 0 && many.refused.size === 0) return null
  const close = () => setDialog(null)
  const begin = (bodies: Bodies) => {
    close()
    start(bodies)
  }
  const small = { size: 'compact-sm', variant: 'default', h: 32, disabled: many.waiting.size > 0 } as const
  return (
    <section className={shell.bulk} aria-label={say('bulk')}>
      <Interrupted many={many as unknown as Many<never>} />
      {many.isRunning ? (
        <RunProgress many={many as unknown as Many<never>} />
      ) : (
        rows.length > 0 && (
          <Group gap="xs">
            <Text size="sm" role="status" fw={600}>
              {core('selected', { count: rows.length })}
            </Text>
            <CloseButton size={32} aria-label={say('clearChosen')} onClick={chosen.clear} />
            {chosen.hasMore && (
              <Button {...small} variant="subtle" loading={chosen.isTakingAll} onClick={chosen.takeAll}>
                {say('takeAll')}
              </Button>
            )}
            {rows.some(({ archived }) => !archived) && (
              <Button {...small} onClick={() => archive(true)}>
                {core('archive')}
              </Button>
            )}
            {rows.some(({ archived }) => archived) && (
              <Button {...small} onClick={() => archive(false)}>
                {core('restore')}
              </Button>
            )}
            <Button {...small} onClick={() => setDialog('value')}>
              {say('setValue')}
            </Button>
            <Button {...small} onClick={() => setDialog('price')}>
              {say('changePrice')}
            </Button>
            <Button {...small} onClick={() => downloadRows(rows)}>
              {say('downloadChosen')}
            </Button>
          </Group>
        )
      )}
      <Refusals many={many as unknown as Many<never>} names={names} />
      {dialog === 'price' && <PriceDialog rows={rows} onStart={begin} onClose={close} />}
      {dialog === 'value' && <ValueDialog rows={rows} onStart={begin} onClose={close} />}
    </section>
  )
}

/** Runs a bulk action. After archiving, a message offers to undo it for each product that was archived. */
function useBulk(rows: readonly Product[]) {
  const say = useWords('grid')
  const core = useWords('core')
  const undo = useRef<Map<string, UpdateProductBody> | null>(null)
  const archivedBefore = useRef(new Map<string, UpdateProductBody>())
  const names = useRef(new Map<string, string>())
  for (const { id, name } of rows) names.current.set(id, name)
  const many = useMany<UpdateProductBody, Product>({
    name: BULK,
    send: (id, body, sending) => client.products.update(id, body, sending),
    onDone: (results) => {
      for (const [id, { name }] of results) {
        names.current.set(id, name)
        const back = archivedBefore.current.get(id)
        if (back !== undefined) undo.current?.set(id, back)
      }
    },
    onEnd: (count) => {
      const back = undo.current
      undo.current = null
      const isUndone = back !== null && back.size > 0
      toast(say('bulkDone', { count }), isUndone ? { label: core('undo'), run: () => many.start(back) } : undefined)
    },
  })
  const archive = (to: boolean) => {
    const bodies = bodiesOf(rows, (row) => archiveBody(row, to))
    archivedBefore.current = new Map([...bodies].map(([id, { name }]) => [id, { name, archived: !to }]))
    undo.current = new Map()
    many.start(bodies)
  }
  return { many, start: many.start, archive, names: names.current }
}

interface RefusalsProps {
  readonly many: Many<never>
  readonly names: ReadonlyMap<string, string>
}

const SHOWN = 20

function Refusals({ many, names }: RefusalsProps) {
  const say = useWords('grid')
  const core = useWords('core')
  const { refused, isRunning, forget } = many
  if (refused.size === 0 || isRunning) return null
  return (
    <div role="alert">
      <Group justify="space-between" mt="xs">
        <Text size="sm" fw={600}>
          {say('bulkRefused', { count: refused.size })}
        </Text>
        <Button size="compact-sm" variant="default" onClick={() => forget([...refused.keys()])}>
          {core('close')}
        </Button>
      </Group>
      <List size="sm" mah={160} style={{ overflowY: 'auto' }}>
        {[...refused].slice(0, SHOWN).map(([id, { text }]) => (
          <List.Item key={id}>
            {names.get(id) ?? id}: {text}
          </List.Item>
        ))}
        {refused.size > SHOWN && <List.Item>…</List.Item>}
      </List>
    </div>
  )
}
