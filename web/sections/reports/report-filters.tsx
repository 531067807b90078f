/** The settings of a report: period, grouping and filters. */
import { NativeSelect } from '@mantine/core'
import type { Address } from '../../data/address.ts'
import { useMay } from '../../data/session.ts'
import { DayField } from '../../parts/day-field.tsx'
import { ChoiceFilter, WarehouseFilter } from '../../parts/list-filters.tsx'
import { PartnerFilter } from '../../parts/partner-filter.tsx'
import { RecordPicker } from '../../parts/record-picker.tsx'
import { inLanguage, useWords } from '../../words/words.ts'
import { firstDayOf, SPANS, type Span } from './query.ts'
import classes from './reports.module.css'
import { groupsOf, type ReportSpec } from './spec.ts'

interface FiltersProps {
  readonly spec: ReportSpec
  readonly address: Address
  readonly change: (parts: Address) => void
  readonly today: string
}

export function ReportFilters({ spec, address, change, today }: FiltersProps) {
  const say = useWords('reports')
  const may = useMay()
  return (
    <>
      {spec.time === 'day' && (
        <DayFilter
          label={say('date')}
          value={address.date ?? today}
          max={today}
          onChange={(date) => change({ date })}
        />
      )}
      {spec.time === 'period' && <PeriodFields address={address} change={change} today={today} />}
      {groupsOf(spec).length > 0 && (
        <ChoiceFilter
          name="groupBy"
          label={say('groupBy')}
          choices={Object.entries(spec.groups).map(([group, label], index) => ({
            value: index === 0 ? '' : group,
            label: inLanguage(label),
          }))}
        />
      )}
      {spec.shows !== undefined && may(spec.shows.may) && (
        <ChoiceFilter
          name="show"
          label={say('show')}
          choices={Object.entries(spec.shows.choices).map(([value, label]) => ({ value, label: inLanguage(label) }))}
        />
      )}
      {spec.narrows.includes('warehouse') && <WarehouseFilter />}
      {spec.narrows.includes('customer') && address.customer && (
        <PartnerFilter name="customer" label={say('customer')} />
      )}
      {spec.narrows.includes('partner') && (
        <div className={classes.picker}>
          <RecordPicker
            kind="partners"
            label={say('partner')}
            isLabelHidden
            value={address.partner ?? null}
            onChange={(partner) => change({ partner: partner ?? undefined })}
          />
        </div>
      )}
      {spec.narrows.includes('channel') && address.channel && (
        <ChoiceFilter
          name="channel"
          label={say('channel')}
          choices={[
            { value: '', label: say('allChannels') },
            { value: address.channel, label: address.channel },
          ]}
        />
      )}
      {spec.narrows.includes('product') && (
        <div className={classes.picker}>
          <RecordPicker
            kind="products"
            label={say('product')}
            isLabelHidden
            value={address.product ?? null}
            onChange={(product) => change({ product: product ?? undefined })}
          />
        </div>
      )}
    </>
  )
}

function PeriodFields({ address, change, today }: Omit<FiltersProps, 'spec'>) {
  const say = useWords('reports')
  const { from, to } = address
  const isOf = (span: Span) => (to ?? today) === today && from === firstDayOf(span, today)
  const choose = (span: string) => {
    if (span !== '') change({ from: firstDayOf(span as Span, today), to: undefined })
  }
  return (
    <>
      <NativeSelect
        size="sm"
        aria-label={say('span')}
        value={SPANS.find(isOf) ?? ''}
        data={[
          ...SPANS.map((span) => ({ value: span, label: say(`span-${span}`) })),
          { value: '', label: say('span-own') },
        ]}
        onChange={(event) => choose(event.currentTarget.value)}
      />
      <DayFilter
        edge="from"
        label={say('from')}
        value={from ?? ''}
        max={to ?? today}
        onChange={(day) => change({ from: day })}
      />
      <DayFilter edge="to" label={say('to')} value={to ?? today} max={today} onChange={(day) => change({ to: day })} />
    </>
  )
}

interface DayFilterProps {
  readonly edge?: 'from' | 'to'
  readonly label: string
  readonly value: string
  readonly max: string
  readonly onChange: (day: string) => void
}

const DayFilter = ({ label, ...props }: DayFilterProps) => (
  <DayField size="sm" aria-label={label} title={label} isFixed {...props} />
)
