/** Dialogs that ask for confirmation before many products are changed, and show what will change. */
import { Button, Group, Modal, NativeSelect, Stack, Text } from '@mantine/core'
import { type FormEvent, type ReactNode, useState } from 'react'
import type { Product } from '../../../sdk/types.ts'
import { figureOf } from '../../../spellings/figures.ts'
import { NumberField } from '../../components/number-field.tsx'
import { useAll } from '../../data/lists.ts'
import { Form } from '../../parts/form.tsx'
import { useLanguage, useWords } from '../../words/words.ts'
import { type Bodies, bodiesOf, MAIN_PRICE, type PriceChange, priceBody, valueBody } from './bulk-bodies.ts'

interface DialogProps {
  readonly rows: readonly Product[]
  readonly onStart: (bodies: Bodies) => void
  readonly onClose: () => void
}

interface FrameProps extends Omit<DialogProps, 'rows'> {
  readonly title: string
  /** The bodies of the commands to send; null until the user has fully specified the change. */
  readonly bodies: Bodies | null
  readonly all: number
  readonly children: ReactNode
}

function BulkFrame({ title, bodies, all, onStart, onClose, children }: FrameProps) {
  const say = useWords('grid')
  const core = useWords('core')
  const count = bodies?.size ?? 0
  const start = (event: FormEvent) => {
    event.preventDefault()
    if (bodies !== null && count > 0) onStart(bodies)
  }
  return (
    <Modal opened onClose={onClose} title={title} closeButtonProps={{ 'aria-label': core('close') }}>
      <Form onSubmit={start}>
        <Stack>
          {children}
          <Text size="sm" role="status">
            {bodies !== null && say('bulkConsequence', { count, rest: all - count })}
          </Text>
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {core('cancel')}
            </Button>
            <Button type="submit" disabled={count === 0}>
              {say('bulkChange', { count })}
            </Button>
          </Group>
        </Stack>
      </Form>
    </Modal>
  )
}

/** The dialog that raises or lowers the prices of products by a percentage, or sets them to one price. */
export function PriceDialog({ rows, ...dialog }: DialogProps) {
  const say = useWords('grid')
  const products = useWords('products')
  const hasComma = useLanguage() === 'ru'
  const { record: priceTypes = [] } = useAll('priceTypes')
  const [priceTypeId, setPriceType] = useState(MAIN_PRICE)
  const [how, setHow] = useState<'up' | 'down' | 'value'>('up')
  const [typed, setTyped] = useState('')
  const number = figureOf(typed)
  const change: PriceChange | null =
    number === null
      ? null
      : how === 'value'
        ? { how, value: number }
        : { how: 'percent', percent: how === 'up' ? number : -number }
  const bodies = change && bodiesOf(rows, (row) => priceBody(row, priceTypeId, change))
  return (
    <BulkFrame {...dialog} title={say('changePriceTitle')} bodies={bodies} all={rows.length}>
      <NativeSelect
        label={say('whichPrice')}
        value={priceTypeId}
        data={[
          { value: MAIN_PRICE, label: products('price') },
          ...priceTypes.filter(({ archived }) => !archived).map(({ id, name }) => ({ value: id, label: name })),
        ]}
        onChange={(event) => setPriceType(event.currentTarget.value)}
      />
      <NativeSelect
        label={say('how')}
        value={how}
        data={(['up', 'down', 'value'] as const).map((value) => ({ value, label: say(`how-${value}`) }))}
        onChange={(event) => setHow(event.currentTarget.value as typeof how)}
      />
      <NumberField
        label={say(how === 'value' ? 'newPrice' : 'percent')}
        decimals={2}
        hasComma={hasComma}
        rightSection={how === 'value' ? '₽' : '%'}
        data-autofocus
        value={typed}
        onChange={setTyped}
      />
    </BulkFrame>
  )
}

const NONE = 'none'

/**
 * The dialog that gives all selected products the same value of a filter. It replaces their other values of that
 * filter.
 */
export function ValueDialog({ rows, ...dialog }: DialogProps) {
  const say = useWords('grid')
  const core = useWords('core')
  const { record: filters = [] } = useAll('filters')
  const shown = filters.filter(({ archived, values }) => !archived && values.length > 0)
  const [filterId, setFilter] = useState('')
  const [valueId, setValue] = useState('')
  const filter = shown.find(({ id }) => id === filterId)
  const bodies =
    filter === undefined || valueId === ''
      ? null
      : bodiesOf(rows, (row) => valueBody(row, filter, valueId === NONE ? null : valueId))
  const choose = { value: '', label: core('choose') }
  return (
    <BulkFrame {...dialog} title={say('setValueTitle')} bodies={bodies} all={rows.length}>
      <NativeSelect
        label={say('filter')}
        data-autofocus
        value={filterId}
        data={[choose, ...shown.map(({ id, name }) => ({ value: id, label: name }))]}
        onChange={(event) => {
          setFilter(event.currentTarget.value)
          setValue('')
        }}
      />
      <NativeSelect
        label={say('value')}
        value={valueId}
        disabled={filter === undefined}
        data={[
          choose,
          ...(filter?.values ?? []).map(({ id, name }) => ({ value: id, label: name })),
          { value: NONE, label: say('noValue') },
        ]}
        onChange={(event) => setValue(event.currentTarget.value)}
      />
    </BulkFrame>
  )
}
