/** One product: its head with what there is of it, what can be done, and its tabs. */
import { Badge, Button, Group, Menu, Modal, Skeleton, Stack, Tabs, Text } from '@mantine/core'
import { Outlet, useNavigate, useParams } from '@tanstack/react-router'
import { useCallback, useState } from 'react'
import { ApiError } from '../../../sdk/errors.ts'
import type { Product } from '../../../sdk/types.ts'
import { IconDots, IconPencil } from '../../components/icons.ts'
import { Empty } from '../../components/notices.tsx'
import { Panel } from '../../components/split.tsx'
import { toast } from '../../components/toast.tsx'
import { useAddress } from '../../data/address.ts'
import { client } from '../../data/client.ts'
import { useAction } from '../../data/command.ts'
import { useRecord } from '../../data/lists.ts'
import { useMay } from '../../data/session.ts'
import { useFigures } from '../../data/stock.ts'
import { quantity } from '../../words/format.ts'
import { useWords } from '../../words/words.ts'
import { Failure } from '../shell/failure.tsx'
import { ProductFacts } from './product-facts.tsx'
import { ProductHistory } from './product-history.tsx'
import { ProductStock } from './product-stock.tsx'

export function ProductPanel() {
  const { id } = useParams({ strict: false }) as { readonly id: string }
  const say = useWords('products')
  const core = useWords('core')
  const navigate = useNavigate()
  const { record, error, retry } = useRecord('products', id)
  const close = useCallback(() => void navigate({ to: '/products', search: true }), [navigate])
  if (record !== undefined && !(error instanceof ApiError && error.status === 404))
    return <ProductView key={id} product={record} onClose={close} />
  return (
    <Panel title={say('one')} closeLabel={core('close')} onClose={close}>
      {error === null ? (
        <Stack aria-label={core('loading')}>
          <Skeleton height={14} width="60%" />
          <Skeleton height={14} width="40%" />
          <Skeleton height={120} />
        </Stack>
      ) : error instanceof ApiError && error.status === 404 ? (
        <Empty title={say('gone')} text={say('goneText')} />
      ) : (
        <Failure error={error} title={core('notLoaded')} onRetry={retry} />
      )}
    </Panel>
  )
}

interface ProductViewProps {
  readonly product: Product
  readonly onClose: () => void
}

const TABS = ['general', 'stock', 'history'] as const

function ProductView({ product, onClose }: ProductViewProps) {
  const say = useWords('products')
  const core = useWords('core')
  const [address, change] = useAddress()
  const tab = TABS.find((one) => one === address.tab) ?? 'general'
  return (
    <Panel
      title={product.name}
      subtitle={<Subtitle product={product} />}
      closeLabel={core('close')}
      onClose={onClose}
      actions={<ProductActions product={product} onGone={onClose} />}
    >
      <Tabs
        value={tab}
        keepMounted={false}
        onChange={(next) => change({ tab: next === 'general' || next === null ? undefined : next })}
      >
        <Tabs.List mb="md">
          {TABS.map((one) => (
            <Tabs.Tab key={one} value={one}>
              {say(one)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value="general">
          <ProductFacts product={product} />
        </Tabs.Panel>
        <Tabs.Panel value="stock">
          <ProductStock product={product} />
        </Tabs.Panel>
        <Tabs.Panel value="history">
          <ProductHistory product={product} />
        </Tabs.Panel>
      </Tabs>
      <Outlet />
    </Panel>
  )
}

/** `12 шт · 3 в резерве · 9 доступно` */
function Subtitle({ product }: { readonly product: Product }) {
  const say = useWords('products')
  const core = useWords('core')
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
      {archived && (
        <Badge variant="light" color="yellow" tt="none">
          {core('archived')}
        </Badge>
      )}
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

/** Archiving can be taken back from the message; deleting says what goes, or why it cannot. */
function ProductActions({ product, onGone }: ActionsProps) {
  const say = useWords('products')
  const core = useWords('core')
  const navigate = useNavigate()
  const [isAsking, setAsking] = useState(false)
  const { id, name, archived } = product
  const setArchived = useAction<boolean, Product>(
    (to, sending) => client.products.update(id, { name, archived: to }, sending),
    (_result, to) =>
      toast(say(to ? 'wasArchived' : 'wasRestored', { name }), {
        label: core('undo'),
        run: () => void setArchived.run(!to),
      }),
  )
  if (!useMay()('managers')) return null
  return (
    <>
      <Failure error={setArchived.failure} />
      <Button
        size="compact-sm"
        h={32}
        variant="default"
        leftSection={<IconPencil size={16} aria-hidden />}
        onClick={() => void navigate({ to: '/products/$id/edit', params: { id }, search: true })}
      >
        {core('edit')}
      </Button>
      <Menu position="bottom-end">
        <Menu.Target>
          <Button size="compact-sm" h={32} variant="default" px={6} aria-label={core('actions')}>
            <IconDots size={18} aria-hidden />
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => void setArchived.run(!archived)}>
            {core(archived ? 'restore' : 'archive')}
          </Menu.Item>
          <Menu.Item color="red" onClick={() => setAsking(true)}>
            {core('delete')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {isAsking && (
        <DeleteDialog
          product={product}
          onClose={() => setAsking(false)}
          onArchive={() => void setArchived.run(true)}
          onGone={onGone}
        />
      )}
    </>
  )
}

interface DeleteDialogProps extends ActionsProps {
  readonly onClose: () => void
  readonly onArchive: () => void
}

function DeleteDialog({ product, onClose, onArchive, onGone }: DeleteDialogProps) {
  const say = useWords('products')
  const core = useWords('core')
  const { id, name, archived } = product
  const deletion = useAction<string, { id: string }>(
    (of, sending) => client.products.delete(of, sending),
    () => {
      toast(say('wasDeleted', { name }))
      onGone()
    },
  )
  const archive = () => {
    onClose()
    onArchive()
  }
  return (
    <Modal
      opened
      onClose={onClose}
      title={say('deleteTitle', { name })}
      closeButtonProps={{ 'aria-label': core('close') }}
    >
      <Stack>
        <Text size="sm">{say('deleteText')}</Text>
        <Text size="sm">{say('deleteAdvice')}</Text>
        <Failure error={deletion.failure} />
        <Group justify="flex-end">
          {!archived && (
            <Button variant="default" onClick={archive}>
              {say('deleteInstead')}
            </Button>
          )}
          <Button color="red" loading={deletion.isSending} onClick={() => void deletion.run(id)}>
            {core('delete')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
