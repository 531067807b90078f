/** Loads texts that are not loaded with the page's route. */
import { useQuery } from '@tanstack/react-query'
import { loadWords, type Part, useLanguage } from '../words/words.ts'

/** Loads the texts of a section that the user may not have opened yet. Returns whether they are loaded. */
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
