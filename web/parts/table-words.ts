/** Returns the texts that every data table needs. */
import type { TableWords } from '../components/data-table.tsx'
import { useWords } from '../words/words.ts'

export function useTableWords(label: string): TableWords {
  const say = useWords('core')
  return {
    label,
    sortBy: (column) => say('sortBy', { column }),
    selectAll: say('selectAll'),
    selectRow: (name) => say('selectRow', { name }),
    loading: say('loading'),
  }
}
