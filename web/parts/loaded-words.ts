/** Loads texts of a section for a page that belongs to another section. */
import { useQuery } from '@tanstack/react-query'
import { loadWords, type Part, useLanguage } from '../words/words.ts'

/** Loads the texts of a section, for pages outside that section. Returns whether the texts are loaded. */
export function useLoadedWords(part: Part): boolean {
  const language = useLanguage()
  const { isSuccess } = useQuery({
    queryKey: ['words', part, language],
    queryFn: async () => {
      await loadWords(part)
      return true
    },
  })
  return isSuccess
}
