/** The panel of one procurement document: its actions, lines, payments, linked records and history. */
import { Anchor, Group, Stack, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { Document } from '../../../sdk/types.ts'
import { FigureTable, TotalRow } from '../../components/facts.tsx'
import { Panel } from '../../components/split.tsx'
import { useAll, useRecord, useRecords } from '../../data/lists.ts'
import { RecordGate } from '../../parts/record-gate.tsx'
import { RecordTabs } from '../../parts/record-tabs.tsx'
import { To } from '../../parts/to.tsx'
import { documents } from '../../records/documents.ts'
import { money, quantity } from '../../words/format.ts'
import { useWords } from '../../words/words.ts'
import { titleOf } from '../purchasing/document-field.tsx'
import { useGo } from '../purchasing/going.ts'
import { StatusBadge } from '../purchasing/status.tsx'
import { RecordFacts, SpecHistory } from '../records/record-facts.tsx'
import { DocumentActions } from './document-actions.tsx'
import { DocumentLinks } from './document-links.tsx'
import { DocumentMoney } from './document-money.tsx'

export function DocumentPanel({ id }: { readonly id: string }) {
  const say = useWords('purchasing')
  const { toList } = useGo('documents')
  return (
    <RecordGate view={useRecord('documents', id)} title={say('document')} onClose={toList}>
      {(document) => <DocumentView key={id} document={document} onClose={toList} />}
    </RecordGate>
  )
}

interface DocumentViewProps {
  readonly document: Document
  readonly onClose: () => void
}

function DocumentView({ document, onClose }: DocumentViewProps) {
  const say = useWords('purchasing')
  const core = useWords('core')
  return (
    <Panel
      title={titleOf(say, document)}
      subtitle={
        <Group gap={8}>
          <StatusBadge status={document.status} />
          <Text c="dimmed">{[document.supplier, money(document.total)].filter(Boolean).join(' · ')}</Text>
        </Group>
      }
      closeLabel={core('close')}
      onClose={onClose}
      actions={<DocumentActions document={document} onGone={onClose} />}
    >
      <RecordTabs
        tabs={[
          {
            name: 'general',
            label: say('content'),
            content: (
              <Stack gap="lg">
                <DocumentLines document={document} />
                <DocumentMoney document={document} />
                <DocumentFacts document={document} />
              </Stack>
            ),
          },
          { name: 'links', label: say('links'), content: <DocumentLinks document={document} /> },
          {
            name: 'history',
            label: core('history'),
            content: <SpecHistory spec={documents} id={document.id} />,
          },
        ]}
      />
    </Panel>
  )
}

function DocumentLines({ document }: { readonly document: Document }) {
  const say = useWords('purchasing')
  const { lines, total, status } = document
  const products = useRecords(
    'products',
    lines.map(({ productId }) => productId),
  )
  if (lines.length === 0) return <Text c="dimmed">{say(status === 'draft' ? 'noLinesYet' : 'noLines')}</Text>
  return (
    <FigureTable label={say('lines')} heads={[say('product'), say('quantityShort'), say('amount')]} figuresFrom={1}>
      <tbody>
        {lines.map((line, index) => {
          const product = products.get(line.productId)
          const vat = product?.vatRate
          const hints = [
            line.sku,
            vat === null || vat === undefined ? null : say('vat', { rate: quantity(vat) }),
            line.damaged === undefined ? null : say('lineDamaged', { quantity: quantity(line.damaged, product?.uom) }),
            line.missing === undefined ? null : say('lineMissing', { quantity: quantity(line.missing, product?.uom) }),
          ]
          return (
            <tr key={index}>
              <td>
                <Anchor component={Link} to={`/products/${line.productId}`} inherit>
                  {line.name}
                </Anchor>
                <Text size="xs" c="dimmed">
                  {hints.filter(Boolean).join(' · ')}
                </Text>
              </td>
              <td data-end>
                {quantity(line.quantity, product?.uom)}
                <Text size="xs" c="dimmed">
                  {say('eachAt', { cost: money(line.unitCost) })}
                </Text>
              </td>
              <td data-end>{money(line.amount)}</td>
            </tr>
          )
        })}
      </tbody>
      <TotalRow label={say('total')} span={2} total={money(total)} />
    </FigureTable>
  )
}

function DocumentFacts({ document }: { readonly document: Document }) {
  const say = useWords('purchasing')
  const { record: warehouses = [] } = useAll('warehouses')
  const { record: organizations = [] } = useAll('organizations')
  const { record: contract } = useRecord('contracts', document.contractId)
  const { supplier, supplierId, organizationId, contractId, warehouseId } = document
  const nameOf = (all: readonly { readonly id: string; readonly name: string }[], id: string | null) =>
    id === null ? null : (all.find((one) => one.id === id)?.name ?? '…')
  return (
    <RecordFacts
      spec={documents}
      record={document}
      facts={[
        [say('supplier'), supplierId && <To path={`/partners/${supplierId}`} label={supplier} />],
        [
          say('organization'),
          organizationId && (
            <To path={`/organizations/${organizationId}`} label={nameOf(organizations, organizationId)} />
          ),
        ],
        [
          say('contract'),
          contractId && <To path={`/contracts/${contractId}`} label={contract?.number ?? say('noNumber')} />,
        ],
        [say('warehouse'), nameOf(warehouses, warehouseId)],
      ]}
    />
  )
}
