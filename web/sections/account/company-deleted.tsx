/** The page after the deletion of a company: the progress of the deletion, and its receipt. */
import { Alert, Button, Skeleton, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { ApiError } from '../../../sdk/errors.ts'
import { save } from '../../components/save.ts'
import { type Deletion, useDeletion } from '../../data/deletion.ts'
import { startOver } from '../../data/session.ts'
import { useWords } from '../../words/words.ts'
import { AccountFrame } from './frame.tsx'
import { takeToken } from './token.ts'

function deletionIn(token: string | null): Deletion | null {
  const [companyId, key] = (token ?? '').split(':')
  return companyId && key ? { companyId, key } : null
}

export function CompanyDeleted() {
  const say = useWords('account')
  const core = useWords('core')
  const [deletion] = useState(() => deletionIn(takeToken('deletion')))
  const { data, error } = useDeletion(deletion)
  const foot = (
    <Button variant="default" onClick={() => startOver('/')}>
      {say('deletedLeave')}
    </Button>
  )
  if (data?.receipt && data.sha256)
    return (
      <AccountFrame title={say('deletedTitle')} lead={say('deletedLead')} foot={foot}>
        <Receipt companyId={deletion!.companyId} receipt={data.receipt} sha256={data.sha256} />
      </AccountFrame>
    )
  const isUnknown = error instanceof ApiError && error.status === 404
  if (deletion === null || isUnknown || data?.finishedAt)
    return (
      <AccountFrame title={say('deletedTitle')} foot={foot}>
        <Alert role="alert">{say('deletedUnknown')}</Alert>
      </AccountFrame>
    )
  return (
    <AccountFrame title={say('deletingTitle')} lead={say('deletingLead')}>
      <Skeleton height={80} role="status" aria-label={core('loading')} />
    </AccountFrame>
  )
}

interface Counted {
  readonly name: string
  readonly tables: Readonly<Record<string, { readonly before: number; readonly after: number }>>
  readonly users: number
  readonly files: { readonly removed: number }
}

interface ReceiptProps {
  readonly companyId: string
  /** Offer the receipt byte for byte, so that its checksum is correct. */
  readonly receipt: string
  readonly sha256: string
}

function Receipt({ companyId, receipt, sha256 }: ReceiptProps) {
  const say = useWords('account')
  const { name, tables, users, files }: Counted = JSON.parse(receipt)
  const rows = Object.values(tables).reduce((sum, { before }) => sum + before, 0)
  return (
    <Stack gap="sm">
      <Text>{say('deletedCounts', { name, rows, files: files.removed, users })}</Text>
      <Button onClick={() => save(new Blob([receipt], { type: 'application/json' }), `deleted-${companyId}.json`)}>
        {say('deletedReceipt')}
      </Button>
      <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
        {say('deletedChecksum', { sha256 })}
      </Text>
    </Stack>
  )
}
