/** The scope of a stocktake, that is, which goods it counts: the fields for choosing it, and the text that shows it. */
import { ActionIcon, Group, NativeSelect, Stack, Text } from '@mantine/core'
import { useRef, useState } from 'react'
import type { CreateStocktakeBody } from '../../../sdk/types.ts'
import { IconX } from '../../components/icons.ts'
import { useAll } from '../../data/lists.ts'
import { BELOW, useChoicesMissing } from '../../parts/choices-missing.tsx'
import { NameOf } from '../../parts/record-history.tsx'
import { RecordPicker } from '../../parts/record-picker.tsx'
import { useWords } from '../../words/words.ts'
import type { SpecialInputProps } from '../records/spec.ts'

/**
 * The scope as far as the user has chosen it. It has one key; the value is null while the filter value or the supplier
 * is not chosen.
 */
type Scope = { readonly [Way in keyof WholeScope]?: WholeScope[Way] | null }
type WholeScope = NonNullable<CreateStocktakeBody['scope']>
type Way = keyof WholeScope

const BLANK: Readonly<Record<Way, Scope>> = {
  all: { all: true },
  productIds: { productIds: [] },
  filterValueId: { filterValueId: null },
  supplierId: { supplierId: null },
}
const WAYS = Object.keys(BLANK) as Way[]

/** A stored scope has `all: false` besides the key that says which goods are counted. */
const wayOf = (scope: Scope): Way => WAYS.find((way) => way in scope && scope[way] !== false) ?? 'all'

/** Limits the choice to products that have stock of their own: products and variants, not bundles and services. */
const STOCKED = { kind: ['product', 'variant'] }

export function ScopeInput({ label, value, errorOf, onChange }: SpecialInputProps) {
  const say = useWords('stock')
  const scope = value as Scope
  const way = wayOf(scope)
  // The last choice for each kind of scope, which is restored when the user returns to that kind.
  const chosen = useRef<Partial<Record<Way, Scope>>>({})
  const choose = (next: Way) => {
    chosen.current[way] = scope
    onChange(chosen.current[next] ?? BLANK[next])
  }
  return (
    <Stack gap="sm">
      <NativeSelect
        label={label}
        value={way}
        data={WAYS.map((one) => ({ value: one, label: say(`scope-${one}`) }))}
        onChange={(event) => choose(event.currentTarget.value as Way)}
      />
      {way === 'productIds' && (
        <ChosenProducts
          ids={scope.productIds ?? []}
          error={errorOf('/productIds')}
          onChange={(productIds) => onChange({ productIds })}
        />
      )}
      {way === 'filterValueId' && (
        <FilterValueField
          value={scope.filterValueId ?? ''}
          error={errorOf('/filterValueId')}
          onChange={(filterValueId) => onChange({ filterValueId })}
        />
      )}
      {way === 'supplierId' && (
        <RecordPicker
          kind="partners"
          label={say('supplier')}
          required
          value={scope.supplierId ?? null}
          error={errorOf('/supplierId')}
          onChange={(supplierId) => onChange({ supplierId })}
        />
      )}
    </Stack>
  )
}

interface ChosenProductsProps {
  readonly ids: readonly string[]
  readonly error: string | undefined
  readonly onChange: (ids: readonly string[]) => void
}

function ChosenProducts({ ids, error, onChange }: ChosenProductsProps) {
  const say = useWords('stock')
  const core = useWords('core')
  // Show a new field after each product, so that the user can type the next one at once.
  const [added, setAdded] = useState(0)
  const add = (id: string | null) => {
    if (id === null) return
    setAdded((before) => before + 1)
    if (!ids.includes(id)) onChange([...ids, id])
  }
  return (
    <>
      <RecordPicker
        key={added}
        kind="products"
        label={say('scopeProduct')}
        query={STOCKED}
        required
        autoFocus={added > 0}
        value={null}
        error={error}
        onChange={add}
      />
      {ids.length > 0 && (
        <Stack component="ul" gap={4} m={0} p={0} style={{ listStyle: 'none' }} aria-label={say('scope-productIds')}>
          {ids.map((id) => (
            <Group key={id} component="li" gap="xs" justify="space-between" wrap="nowrap">
              <Text size="sm" id={`scope-${id}`}>
                <NameOf kind="products" id={id} />
              </Text>
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label={core('remove')}
                aria-describedby={`scope-${id}`}
                onClick={() => onChange(ids.filter((one) => one !== id))}
              >
                <IconX size={16} aria-hidden />
              </ActionIcon>
            </Group>
          ))}
        </Stack>
      )}
    </>
  )
}

interface FilterValueFieldProps {
  readonly value: string
  readonly error: string | undefined
  readonly onChange: (id: string | null) => void
}

function FilterValueField({ value, error, onChange }: FilterValueFieldProps) {
  const say = useWords('stock')
  const core = useWords('core')
  const view = useAll('filters')
  const missing = useChoicesMissing(view)
  const groups = (view.record ?? []).map(({ name, values }) => ({
    group: name,
    items: values
      .filter(({ id, archived }) => !archived || id === value)
      .map((one) => ({ value: one.id, label: one.name })),
  }))
  return (
    <NativeSelect
      label={say('scopeValue')}
      required
      value={value}
      error={error}
      description={missing}
      inputWrapperOrder={BELOW}
      data={[{ value: '', label: core('notChosen') }, ...groups.filter(({ items }) => items.length > 0)]}
      onChange={(event) => onChange(event.currentTarget.value || null)}
    />
  )
}

/** At most this many products are listed by name. Of the others, only the number is shown. */
const NAMED = 10

export function ScopeText({ value }: { readonly value: unknown }) {
  const say = useWords('stock')
  const scope = value as Scope
  const { record: filters = [] } = useAll('filters')
  const way = wayOf(scope)
  if (way === 'all') return say('scope-all')
  if (way === 'filterValueId') {
    const filter = filters.find(({ values }) => values.some(({ id }) => id === scope.filterValueId))
    const name = filter?.values.find(({ id }) => id === scope.filterValueId)?.name
    return filter === undefined ? say('scope-filterValueId') : `${filter.name}: ${name}`
  }
  const kind = way === 'supplierId' ? 'partners' : 'products'
  const ids = way === 'supplierId' ? [scope.supplierId!] : (scope.productIds ?? [])
  return (
    <>
      {`${say(`scope-${way}`)}: `}
      {ids.slice(0, NAMED).map((id, index) => (
        <span key={id}>
          {index > 0 && ', '}
          <NameOf kind={kind} id={id} />
        </span>
      ))}
      {ids.length > NAMED && ` ${say('scopeMore', { count: ids.length - NAMED })}`}
    </>
  )
}
