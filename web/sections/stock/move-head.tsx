/**
 * The fields that apply to all lines of a receipt, write-off or transfer, and a summary of the lines that were sent
 * last.
 */
import { Alert, Anchor, Autocomplete, Button, Group, TextInput } from '@mantine/core'
import { Link, useNavigate } from '@tanstack/react-router'
import { type ReactNode, useCallback } from 'react'
import type { Many } from '../../data/many.ts'
import { useMay } from '../../data/session.ts'
import { Failure } from '../../parts/failure.tsx'
import { NEEDED } from '../../parts/form.tsx'
import { PaperDay } from '../../parts/paper-day.tsx'
import { PartnerField } from '../../parts/partner-field.tsx'
import { WarehouseField } from '../../parts/warehouse-field.tsx'
import { today } from '../../words/format.ts'
import { useWords } from '../../words/words.ts'
import { DEEDS, type Deed, type Sent } from './move-deeds.ts'
import classes from './stock.module.css'

const REFERENCE_CHARACTERS = 255

/** The values that the user enters once for all lines. */
export interface Place {
  readonly rows: readonly string[]
  readonly warehouseId: string
  readonly supplierId: string | null
  readonly toWarehouseId?: string
  readonly reason?: string
  /**
   * The date of the document. If it is undefined, a document gets today's date, and a movement without a document gets
   * none.
   */
  readonly issuedAt?: string
  /** The number of the document; for a receipt, the supplier's number for it. */
  readonly reference?: string
}

/** The summary of the lines that were sent last. */
export interface Done extends Sent {
  readonly count: number
}

interface HeadProps {
  readonly sheet: {
    readonly place: Place
    readonly asksPrice: boolean
    /** Whether the lines of the receipt become one document. */
    readonly isDocument: boolean
    /** The number of lines that are executed together or not at all. */
    readonly atOnce: number
    /** The lines that are ready to be sent, by id. */
    readonly good: ReadonlyMap<string, unknown>
    /** Whether to mark missing fields. */
    readonly isAsked: boolean
    readonly done: Done | null
    readonly many: Pick<Many<never>, 'undone' | 'failure' | 'isRunning' | 'waiting'>
    change(next: Partial<Place>): void
  }
  readonly deed: Deed
}

interface LinesHeadProps extends HeadProps {
  /** The button for adding lines from a table. */
  readonly fromTable: ReactNode
}

/**
 * The fields for supplier, warehouses and reason, which apply to all lines, and the summary of the lines that were
 * sent.
 */
export function LinesHead({ sheet, deed, fromTable }: LinesHeadProps) {
  const say = useWords('stock')
  const navigate = useNavigate()
  const { asksPrice } = sheet
  return (
    <header className={classes.linesHead}>
      <Group justify="space-between" gap="xs">
        <h1 className={classes.linesTitle}>{say(`linesTitle-${deed}`)}</h1>
        <Group gap="xs" wrap="nowrap">
          {fromTable}
          <Button variant="default" size="compact-sm" onClick={() => void navigate({ to: '/stock' })}>
            {say('toStock')}
          </Button>
        </Group>
      </Group>
      <PlaceFields sheet={sheet} deed={deed} />
      <p className={classes.linesHint}>{say(deed === 'receive' && asksPrice ? 'linesHint' : 'linesHintNoPrice')}</p>
      <InParts sheet={sheet} deed={deed} />
      <Outcome sheet={sheet} deed={deed} />
    </header>
  )
}

/** Says before anything is sent that there are too many lines for one document, or for one transaction. */
function InParts({ sheet: { atOnce, good, isDocument, many } }: HeadProps) {
  const say = useWords('stock')
  if (good.size <= atOnce || many.isRunning) return null
  const figures = { count: good.size, most: atOnce, parts: Math.ceil(good.size / atOnce) }
  return (
    <Alert color="yellow" variant="light" role="status" p="xs">
      {say(isDocument ? 'inDocuments' : 'inParts', figures)}
    </Alert>
  )
}

/** Shows what was done with the lines sent last, and what was not done. */
function Outcome({ sheet: { done, many }, deed }: HeadProps) {
  const say = useWords('stock')
  const { undone, failure, isRunning } = many
  const maySeeDocuments = useMay()('who sees costs')
  const link = (to: string, text: string) => (
    <Anchor component={Link} to={to} inherit underline="always">
      {text}
    </Anchor>
  )
  return (
    <>
      {done !== null && (
        <Alert color={done.unposted === null ? 'green' : 'yellow'} variant="light" role="status" p="xs">
          {done.unposted !== null && say('receiptUnposted', { number: done.document!.number, why: done.unposted })}
          {done.unposted === null && done.document !== null && say('receiptPosted', { number: done.document.number })}
          {done.unposted === null && ` ${say(`done-${deed}`, { count: done.count })}`}{' '}
          {done.document === null || !maySeeDocuments
            ? link(`/stock?view=movements&type=${DEEDS[deed].type}`, say('showMovements'))
            : link(`/purchasing/documents/${done.document.id}`, say('openDocument'))}
        </Alert>
      )}
      {!isRunning && many.waiting.size === 0 && <Failure error={failure} />}
      {!isRunning && undone > 0 && (
        <Alert color="yellow" variant="light" role="alert" p="xs">
          {say('undone', { count: undone })}
        </Alert>
      )}
    </>
  )
}

function PlaceFields({ sheet, deed }: HeadProps) {
  const say = useWords('stock')
  const core = useWords('core')
  const { place, change, isAsked } = sheet
  const setWarehouse = useCallback((warehouseId: string) => change({ warehouseId }), [change])
  const missing = (isMissing: boolean) => (isAsked && isMissing ? core('required') : undefined)
  return (
    <div className={classes.linesPlace}>
      {deed === 'receive' && (
        <PartnerField
          as="supplier"
          label={say('supplier')}
          value={place.supplierId}
          error={missing(place.supplierId === null)}
          onChange={(supplierId) => change({ supplierId })}
        />
      )}
      <WarehouseField
        label={say(deed === 'transfer' ? 'fromWarehouse' : 'warehouse')}
        value={place.warehouseId}
        isFirst
        onChange={setWarehouse}
      />
      {deed === 'transfer' && (
        <WarehouseField
          label={say('toWarehouse')}
          value={place.toWarehouseId ?? ''}
          without={place.warehouseId}
          error={missing((place.toWarehouseId ?? '') === '')}
          onChange={(toWarehouseId) => change({ toWarehouseId })}
        />
      )}
      <PaperDay
        label={say('receiptDay')}
        value={place.issuedAt ?? (sheet.isDocument ? today() : '')}
        onChange={(issuedAt) => change({ issuedAt })}
      />
      <TextInput
        label={sheet.isDocument ? say('receiptNumber') : say('documentNumber')}
        maxLength={REFERENCE_CHARACTERS}
        value={place.reference ?? ''}
        onChange={(event) => change({ reference: event.currentTarget.value })}
      />
      {deed === 'writeOff' && (
        <Autocomplete
          {...NEEDED}
          label={say('reason')}
          data={say('reasons').split('|')}
          value={place.reason ?? ''}
          error={missing((place.reason ?? '').trim() === '')}
          onChange={(reason) => change({ reason })}
        />
      )}
    </div>
  )
}
