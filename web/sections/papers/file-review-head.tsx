/**
 * The fields above the lines of a recognized document. They show what was recognized, what was chosen, and what the
 * user should check.
 */
import { Button, NativeSelect, TextInput } from '@mantine/core'
import { useCallback, useState } from 'react'
import type { Extraction } from '../../../sdk/types.ts'
import { IconPlus } from '../../components/icons.ts'
import { useAll } from '../../data/lists.ts'
import { fieldFailure } from '../../data/refusals.ts'
import { DayField } from '../../parts/day-field.tsx'
import { PartnerField } from '../../parts/partner-field.tsx'
import { WarehouseField } from '../../parts/warehouse-field.tsx'
import { useWords } from '../../words/words.ts'
import { DRAFT_KINDS, type ReviewForm, type ReviewValues, warns } from './file-review-values.ts'
import { paperKindText } from './file-state.tsx'
import classes from './files.module.css'
import { Mark } from './mark.tsx'
import { NewSupplierDialog } from './new-supplier.tsx'

interface ReviewHeadProps {
  readonly form: ReviewForm
  readonly extraction: Extraction
  /** Whether required fields that are still empty are marked, because the user tried to submit the form. */
  readonly isAsked: boolean
}

export function ReviewHead({ form, extraction, isAsked }: ReviewHeadProps) {
  const say = useWords('files')
  const core = useWords('core')
  const { values, change, failure } = form
  const setWarehouse = useCallback((warehouseId: string) => change({ warehouseId }), [change])
  const isGoods = values.kind === 'receipt'
  const missing = isAsked && isGoods && values.warehouseId === '' ? core('required') : undefined
  return (
    <section aria-label={say('head')} className={classes.head}>
      <NativeSelect
        label={say('kind')}
        description={say('readAs', { text: paperKindText(extraction, say) })}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        value={values.kind}
        data={DRAFT_KINDS.map((kind) => ({ value: kind, label: say(`kind-${kind}`) }))}
        onChange={(event) => change({ kind: event.currentTarget.value as ReviewValues['kind'] })}
      />
      <div>
        <TextInput
          label={say('reference')}
          value={values.reference}
          error={fieldFailure(failure, '/reference')}
          onChange={(event) => change({ reference: event.currentTarget.value })}
        />
        {values.reference.trim() === '' && <Mark tone="look">{say('doubt-noReference')}</Mark>}
        {warns(extraction, 'NUMBER_DOUBTFUL') && values.reference === extraction.reference && (
          <Mark tone="look">{say('doubt-unclear')}</Mark>
        )}
      </div>
      <div>
        <DayField
          label={say('issuedAt')}
          value={values.issuedAt}
          error={fieldFailure(failure, '/issuedAt')}
          onChange={(issuedAt) => change({ issuedAt })}
        />
        {values.issuedAt === '' && <Mark tone="look">{say('doubt-noDate')}</Mark>}
        {warns(extraction, 'DATE_DOUBTFUL') && values.issuedAt !== '' && values.issuedAt === extraction.issuedAt && (
          <Mark tone="look">{say('doubt-unclear')}</Mark>
        )}
      </div>
      <SupplierField form={form} extraction={extraction} isAsked={isAsked && isGoods} />
      <WarehouseField
        label={say('warehouse')}
        isOptional={!isGoods}
        value={values.warehouseId}
        isFirst
        error={fieldFailure(failure, '/warehouseId') ?? missing}
        onChange={setWarehouse}
      />
      <OrganizationField form={form} />
    </section>
  )
}

function SupplierField({ form, extraction, isAsked }: ReviewHeadProps) {
  const say = useWords('files')
  const core = useWords('core')
  const { values, change, failure } = form
  const { name, inn, partnerId, learnedFrom } = extraction.supplier
  const [isMaking, setMaking] = useState(false)
  const isMisread = warns(extraction, 'INN_CHECK_FAILED')
  const isProposed = values.supplierId === partnerId
  // If the owner chose the supplier for the same recognized text before, the supplier is certain, even if the text was
  // hard to read.
  const isUnclear = warns(extraction, 'SUPPLIER_DOUBTFUL') && learnedFrom === undefined
  const read = [name, inn === null ? null : say('inn', { inn })].filter((one) => one !== null).join(', ')
  const isMissing = values.supplierId === null
  return (
    <div className={classes.wide}>
      <PartnerField
        as="supplier"
        label={say('supplier')}
        value={values.supplierId}
        error={fieldFailure(failure, '/supplierId') ?? (isAsked && isMissing ? core('required') : undefined)}
        onChange={(supplierId) => change({ supplierId })}
      />
      {read !== '' && <div className={classes.read}>{say('readAs', { text: read })}</div>}
      {learnedFrom !== undefined && isProposed && <Mark tone="good">{say('learnedSupplier')}</Mark>}
      {isMisread && inn !== null && <Mark tone="look">{say('doubt-inn', { inn })}</Mark>}
      {isMissing && <Mark tone="look">{say('doubt-noSupplier')}</Mark>}
      {isUnclear && !isMissing && isProposed && <Mark tone="look">{say('doubt-unclear')}</Mark>}
      {isMissing && name !== null && (
        <Button
          size="compact-sm"
          variant="light"
          h="auto"
          py={4}
          styles={{ label: { whiteSpace: 'normal', textAlign: 'start' } }}
          leftSection={<IconPlus size={14} aria-hidden />}
          onClick={() => setMaking(true)}
        >
          {inn === null || isMisread ? say('createSupplier', { name }) : say('createSupplierInn', { name, inn })}
        </Button>
      )}
      {isMaking && name !== null && (
        <NewSupplierDialog
          name={name}
          inn={inn ?? ''}
          isMisread={isMisread}
          onMade={(partner) => change({ supplierId: partner.id })}
          onClose={() => setMaking(false)}
        />
      )}
    </div>
  )
}

/** The field for the company's own organization. It is hidden if the company has none. */
function OrganizationField({ form: { values, change, failure } }: { readonly form: ReviewForm }) {
  const say = useWords('files')
  const { record: organizations = [] } = useAll('organizations')
  const active = organizations.filter(({ archived }) => !archived)
  if (active.length === 0) return null
  return (
    <NativeSelect
      label={say('organization')}
      value={values.organizationId}
      error={fieldFailure(failure, '/organizationId')}
      data={[
        { value: '', label: say('noOrganization') },
        ...active.map(({ id, name }) => ({ value: id, label: name })),
      ]}
      onChange={(event) => change({ organizationId: event.currentTarget.value })}
    />
  )
}
