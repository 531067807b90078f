/**
 * Shows what was recognized in a file, without fields to edit it. This is for files from which a document was already
 * made, and for users who may not create documents.
 */
import { Alert, Anchor, Button, Group, Stack, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { Document, Extraction } from '../../../sdk/types.ts'
import { FactList } from '../../components/facts.tsx'
import { toast } from '../../components/toast.tsx'
import { client } from '../../data/client.ts'
import { useAction } from '../../data/command.ts'
import { useRecord } from '../../data/lists.ts'
import { useMay } from '../../data/session.ts'
import { Failure } from '../../parts/failure.tsx'
import { day, money, quantity } from '../../words/format.ts'
import { useWords } from '../../words/words.ts'
import { paperKindText } from './file-state.tsx'
import classes from './files.module.css'
import { LinesTitle } from './lines-title.tsx'

interface FileFactsProps {
  readonly extraction: Extraction
  readonly chosen: number | null
  readonly onChoose: (line: number) => void
}

export function FileFacts({ extraction, chosen, onChoose }: FileFactsProps) {
  const say = useWords('files')
  const { reference, issuedAt, supplier, total, lines } = extraction
  return (
    <Stack gap="md">
      <FactList
        facts={[
          [say('kind'), paperKindText(extraction, say)],
          [say('reference'), reference],
          [say('issuedAt'), issuedAt === null ? null : day(issuedAt)],
          [say('supplier'), supplier.name],
          [say('inn', { inn: '' }).trim(), supplier.inn],
          [say('total'), total === undefined || total === null ? null : money(total)],
        ]}
      />
      <section>
        <LinesTitle />
        <ol className={classes.lines}>
          {lines.map((line, at) => (
            <li key={at} className={classes.line} data-chosen={at === chosen || undefined}>
              <button type="button" className={classes.lineHead} onClick={() => onChoose(at)}>
                <span className={classes.number}>{at + 1}</span>
                <span className={classes.lineText}>
                  <span>{line.name}</span>
                  <Text component="span" size="xs" c="dimmed">
                    {line.sku !== null && `${say('sku', { sku: line.sku })} · `}
                    {quantity(line.quantity, line.unit)}
                    {/* If the user may not see costs, the response contains no amounts. */}
                    {line.unitCost !== undefined && ` × ${money(line.unitCost)} = ${money(line.amount)}`}
                  </Text>
                </span>
              </button>
            </li>
          ))}
        </ol>
      </section>
    </Stack>
  )
}

/**
 * The link to the document that was made from the file, and the next step that brings the document's goods into stock.
 */
export function MadeDocument({ documentId }: { readonly documentId: string }) {
  const say = useWords('files')
  const may = useMay()
  const { record: document } = useRecord('documents', documentId)
  const { record: warehouse } = useRecord('warehouses', document?.warehouseId)
  const posting = useAction<string, Document>(
    (id, sending) => client.documents.setStatus(id, { status: 'posted' }, sending),
    ({ number }) => toast(say('posted', { number })),
  )
  if (document === undefined) return null
  const { number, status, kind, total } = document
  const isIn = kind === 'receipt' && (status === 'posted' || status === 'closed')
  return (
    <Alert variant="light" color={isIn ? 'green' : 'blue'}>
      <Stack gap="xs">
        <Text fw={600}>
          {say('made', { number })} · {say(`status-${status}`)}
        </Text>
        <Text size="sm">
          {isIn && warehouse !== undefined ? say('goodsIn', { warehouse: warehouse.name }) : say('madeText')}{' '}
          {money(total)}
        </Text>
        <Failure error={posting.failure} />
        <Group gap="md">
          {may('managers') && status === 'draft' && kind === 'receipt' && (
            <Button size="compact-md" loading={posting.isSending} onClick={() => void posting.run(documentId)}>
              {say('postDocument')}
            </Button>
          )}
          <Anchor renderRoot={(props) => <Link to={`/purchasing/documents/${documentId}` as string} {...props} />}>
            {say('openDocument')}
          </Anchor>
          {isIn && (
            <Anchor
              renderRoot={(props) => (
                <Link to="/stock" search={{ warehouse: document.warehouseId ?? undefined } as never} {...props} />
              )}
            >
              {say('openStock')}
            </Anchor>
          )}
        </Group>
      </Stack>
    </Alert>
  )
}
