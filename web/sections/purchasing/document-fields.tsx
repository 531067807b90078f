/** The fields of a procurement document, apart from the fields for its lines. */
import { NativeSelect, Stack } from '@mantine/core'
import { useCallback } from 'react'
import { ApiError } from '../../../sdk/errors.ts'
import { useAll, useList, useRecord } from '../../data/lists.ts'
import { describeFailure, fieldFailure } from '../../data/refusals.ts'
import { PartnerField } from '../../parts/partner-field.tsx'
import { WarehouseField } from '../../parts/warehouse-field.tsx'
import { documents } from '../../records/documents.ts'
import { day } from '../../words/format.ts'
import { useWords } from '../../words/words.ts'
import { RecordFields } from '../records/record-fields.tsx'
import { DocumentField } from './document-field.tsx'
import { DOCUMENT_KINDS, type DocumentKind, type DocumentValues } from './document-values.ts'
import classes from './purchasing.module.css'

interface PartiesValues {
  readonly organizationId: string | null
  readonly contractId: string | null
}

interface PartiesProps {
  readonly partnerId: string | null
  readonly values: PartiesValues
  readonly failure: Error | null
  readonly onChange: (parts: Partial<PartiesValues>) => void
}

/** The fields for the company's own organization and the contract. Each is hidden if there is nothing to choose. */
export function PartiesFields({ partnerId, values, failure, onChange }: PartiesProps) {
  const say = useWords('purchasing')
  const { record: organizations = [] } = useAll('organizations')
  const { items } = useList('contracts', { partnerId, archived: false }, partnerId !== null)
  const { record: chosen } = useRecord('contracts', values.contractId)
  const isMismatch = failure instanceof ApiError && failure.code === 'CONTRACT_MISMATCH'
  const contracts = partnerId === null ? [] : items
  const offered =
    chosen === undefined || contracts.some(({ id }) => id === chosen.id) ? contracts : [chosen, ...contracts]
  const own = organizations.filter(({ id, archived }) => !archived || id === values.organizationId)
  const nameOf = ({ number, signedAt }: (typeof items)[number]) =>
    [number ?? say('noNumber'), signedAt === null ? null : day(signedAt)].filter(Boolean).join(' · ')
  const chooseContract = (id: string) => {
    const contract = offered.find((one) => one.id === id)
    onChange({
      contractId: contract?.id ?? null,
      ...(contract !== undefined && { organizationId: contract.organizationId }),
    })
  }
  if (own.length === 0 && offered.length === 0) return null
  return (
    <div className={classes.pair}>
      {own.length > 0 && (
        <NativeSelect
          label={say('organization')}
          value={values.organizationId ?? ''}
          error={fieldFailure(failure, '/organizationId')}
          data={[{ value: '', label: say('notChosen') }, ...own.map(({ id, name }) => ({ value: id, label: name }))]}
          onChange={(event) => onChange({ organizationId: event.currentTarget.value || null })}
        />
      )}
      {offered.length > 0 && (
        <NativeSelect
          label={say('contract')}
          value={values.contractId ?? ''}
          error={fieldFailure(failure, '/contractId') ?? (isMismatch ? describeFailure(failure).text : undefined)}
          data={[
            { value: '', label: say('notChosen') },
            ...offered.map((one) => ({ value: one.id, label: nameOf(one) })),
          ]}
          onChange={(event) => chooseContract(event.currentTarget.value)}
        />
      )}
    </div>
  )
}

interface FieldsProps {
  readonly values: DocumentValues
  readonly failure: Error | null
  /** The id of the draft that is being edited; undefined for a new document. */
  readonly id: string | undefined
  /** Whether the form contains anything that was typed or filled in. */
  readonly isBegun: boolean
  readonly onChange: (parts: Partial<DocumentValues>) => void
}

/** The fields for the document's type, the supplier and the warehouse. */
export function HeadFields({ values, failure, id, isBegun, onChange }: FieldsProps) {
  const say = useWords('purchasing')
  const isNew = id === undefined
  const setWarehouse = useCallback((warehouseId: string) => onChange({ warehouseId }), [onChange])
  return (
    <Stack gap="sm">
      <NativeSelect
        label={say('kind')}
        value={values.kind}
        error={fieldFailure(failure, '/kind')}
        data={DOCUMENT_KINDS.map((kind) => ({ value: kind, label: say(`kind-${kind}`) }))}
        onChange={(event) => onChange({ kind: event.currentTarget.value as DocumentKind })}
      />
      <PartnerField
        as="supplier"
        isOptional
        label={say('supplier')}
        autoFocus={isNew && values.supplierId === null}
        value={values.supplierId}
        error={fieldFailure(failure, '/supplierId')}
        onChange={(supplierId) =>
          onChange({ supplierId, ...(supplierId !== values.supplierId && { contractId: null }) })
        }
      />
      <PartiesFields partnerId={values.supplierId} values={values} failure={failure} onChange={onChange} />
      <div className={classes.pair}>
        <WarehouseField
          label={say('warehouse')}
          isOptional
          value={values.warehouseId}
          {...(isNew && { isFirst: isBegun })}
          error={fieldFailure(failure, '/warehouseId')}
          onChange={setWarehouse}
        />
        <RecordFields
          spec={documents}
          part="head"
          values={values}
          failure={failure}
          isNew={isNew}
          onChange={onChange}
        />
      </div>
    </Stack>
  )
}

/** The less common fields: the document on which this one is based, and the plain fields. */
export function MoreFields({ values, failure, id, onChange }: FieldsProps) {
  const say = useWords('purchasing')
  return (
    <Stack gap="sm">
      <DocumentField
        label={say('source')}
        supplierId={null}
        without={id}
        value={values.sourceDocumentId}
        error={fieldFailure(failure, '/sourceDocumentId')}
        onChange={(sourceDocumentId) => onChange({ sourceDocumentId })}
      />
      <RecordFields
        spec={documents}
        part="rest"
        values={values}
        failure={failure}
        isNew={id === undefined}
        onChange={onChange}
      />
    </Stack>
  )
}
