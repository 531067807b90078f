/**
 * Discards a form when the user presses «Отменить» ("Cancel"), in the same way everywhere, and offers to
 * restore it.
 */
import { useRouter } from '@tanstack/react-router'
import { toast } from '../components/toast.tsx'
import type { BringBack } from '../data/command.ts'
import { useWords } from '../words/words.ts'

interface GivenUp {
  giveUp(): BringBack | null
}

/**
 * Discards the text typed into a form and offers to restore it. Restoring returns to the page where the text was typed.
 * If nothing was typed, no message appears.
 */
export function useGiveUp(form: GivenUp): () => void {
  const core = useWords('core')
  const { history } = useRouter()
  return () => {
    const { href } = history.location
    const offer = (back: BringBack | null) => {
      if (back === null) return
      const run = () => {
        const there = back()
        if (history.location.href !== href) history.push(href)
        offer(there)
      }
      toast(core('draftDropped'), { label: core('undo'), run })
    }
    offer(form.giveUp())
  }
}
