/**
 * A list of the purchasing section with a side panel. The page address selects the panel: `/new`, `/{id}` or
 * `/{id}/edit`.
 */
import { useParams } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import { Split } from '../../components/split.tsx'

interface BesideProps {
  readonly List: ComponentType<{ readonly openId: string | undefined }>
  readonly New: ComponentType
  readonly View: ComponentType<{ readonly id: string }>
  /** The form for editing a record; absent for lists whose records cannot be edited. */
  readonly Edit?: ComponentType<{ readonly id: string }>
}

export function ListAndRecord({ List, New, View, Edit }: BesideProps) {
  const { id, mode } = useParams({ strict: false }) as { readonly id?: string; readonly mode?: string }
  const record =
    id === undefined ? null : id === 'new' ? (
      <New />
    ) : mode === 'edit' && Edit !== undefined ? (
      <Edit key={id} id={id} />
    ) : (
      <View key={id} id={id} />
    )
  return <Split list={<List openId={id} />} record={record} />
}
