/** Determines today's date in the company's time zone. */
import { useQuery } from '@tanstack/react-query'
import { settingsQuery } from '../../data/settings.ts'

/** Returns today's date in the company's time zone; null while it is not known. */
export function useToday(): string | null {
  const { data } = useQuery(settingsQuery)
  if (data === undefined) return null
  return new Intl.DateTimeFormat('en-CA', { timeZone: data.timeZone }).format(new Date())
}
