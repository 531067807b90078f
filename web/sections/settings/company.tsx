/** The page of the company's settings: its name, notifications and time zone. */
import { Box, Button, Checkbox, Group, Select, Skeleton, Stack, Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useMemo, useState } from 'react'
import type { Settings } from '../../../sdk/types.ts'
import { figureOf } from '../../../spellings/figures.ts'
import { NumberField } from '../../components/number-field.tsx'
import { toast } from '../../components/toast.tsx'
import { cache, SESSION_KEY } from '../../data/cache.ts'
import { client } from '../../data/client.ts'
import { type CommandForm, useCommand } from '../../data/command.ts'
import { fieldFailure } from '../../data/refusals.ts'
import { useMay, useMe } from '../../data/session.ts'
import { settingsQuery } from '../../data/settings.ts'
import { Failure, FormFailure } from '../../parts/failure.tsx'
import { Form } from '../../parts/form.tsx'
import { useGiveUp } from '../../parts/give-up.ts'
import { allZones, zoneNamed } from '../../words/time-zones.ts'
import { useWords } from '../../words/words.ts'
import { DeleteCompany } from './delete-company.tsx'
import { UsedLimits } from './limits.tsx'
import { Sheet } from './settings.tsx'

export function Company() {
  const say = useWords('settings')
  const core = useWords('core')
  const isOwner = useMay()('owner')
  const { drill } = useMe()
  const { data, error, refetch } = useQuery(settingsQuery)
  return (
    <Sheet title={say('page-company')}>
      {data !== undefined ? (
        <>
          <CompanyForm key={JSON.stringify(data)} settings={data} />
          <UsedLimits />
          {isOwner && <Archive />}
          {isOwner && !drill && (
            <Box mt="xl">
              <DeleteCompany />
            </Box>
          )}
        </>
      ) : error !== null ? (
        <Failure error={error} title={core('notLoaded')} onRetry={() => void refetch()} />
      ) : (
        <Skeleton height={240} role="status" aria-label={core('loading')} />
      )}
    </Sheet>
  )
}

/** A button that downloads everything that belongs to the company. */
function Archive() {
  const say = useWords('settings')
  return (
    <Stack gap="xs" mt="xl" align="flex-start">
      <Text component="h2" fw={600}>
        {say('archive')}
      </Text>
      <Text size="sm" c="dimmed">
        {say('archiveText')}
      </Text>
      <Button component="a" href="/api/v1/company/archive" download variant="default">
        {say('archiveDownload')}
      </Button>
    </Stack>
  )
}

/** The settings as typed. `hours` is how many hours orders reserve goods; '' means without a limit. */
type Values = Settings & { readonly hours: string }

function CompanyForm({ settings }: { readonly settings: Settings }) {
  const say = useWords('settings')
  const core = useWords('core')
  const isOwner = useMay()('owner')
  const form = useCommand<Values, Settings>({
    name: 'settings',
    initial: () => ({ ...settings, hours: String(settings.reservationHours ?? '') }),
    send: ({ hours, ...values }, how) => {
      const reservationHours = hours === '' ? null : figureOf(hours)
      return client.settings.update({ ...values, companyName: values.companyName.trim(), reservationHours }, how)
    },
    onDone: () => {
      toast(core('changesSaved'))
      void cache.invalidateQueries({ queryKey: SESSION_KEY })
    },
  })
  const { values, change, failure } = form
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void form.submit()
  }
  // Build the list of time zones only when the field is used, because there are four hundred and few users change
  // theirs.
  const [isLooking, setLooking] = useState(false)
  const zones = useMemo(
    () => (isLooking ? allZones(values.timeZone) : [zoneNamed(values.timeZone)]),
    [isLooking, values.timeZone],
  )
  return (
    <Form onSubmit={submit}>
      <Stack>
        <FormFailure form={form} />
        {!isOwner && <Text c="dimmed">{say('ownerOnly')}</Text>}
        <TextInput
          label={say('companyName')}
          description={say('companyNameHint')}
          required
          readOnly={!isOwner}
          value={values.companyName}
          error={fieldFailure(failure, '/companyName')}
          onChange={(event) => change({ companyName: event.currentTarget.value })}
        />
        <Select
          label={say('timeZone')}
          description={say('timeZoneHint')}
          searchable
          readOnly={!isOwner}
          allowDeselect={false}
          nothingFoundMessage={core('nothingFound')}
          limit={100}
          data={zones}
          onDropdownOpen={() => setLooking(true)}
          value={values.timeZone}
          error={fieldFailure(failure, '/timeZone')}
          onChange={(timeZone) => timeZone !== null && change({ timeZone })}
        />
        <Checkbox
          label={say('lowStockAlerts')}
          disabled={!isOwner}
          checked={values.lowStockAlerts}
          onChange={(event) => change({ lowStockAlerts: event.currentTarget.checked })}
        />
        <Checkbox
          label={say('dailySummary')}
          disabled={!isOwner}
          checked={values.dailySummary}
          onChange={(event) => change({ dailySummary: event.currentTarget.checked })}
        />
        <NumberField
          label={say('reservationHours')}
          description={say('reservationHoursHint')}
          decimals={0}
          hasComma={false}
          readOnly={!isOwner}
          value={values.hours}
          error={fieldFailure(failure, '/reservationHours')}
          onChange={(hours) => change({ hours })}
        />
        {isOwner && <SaveBar form={form} />}
      </Stack>
    </Form>
  )
}

function SaveBar({ form }: { readonly form: CommandForm<Values, Settings> }) {
  const core = useWords('core')
  const giveUp = useGiveUp(form)
  const { hours } = form.values
  const isReadable = hours === '' || figureOf(hours) !== null
  return (
    <Group>
      <Button type="submit" loading={form.isSending} disabled={form.isUnanswered || !form.isChanged || !isReadable}>
        {core('save')}
      </Button>
      {form.isChanged && !form.isUnanswered && (
        <Button variant="default" onClick={giveUp}>
          {core('cancel')}
        </Button>
      )}
    </Group>
  )
}
