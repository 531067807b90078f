/** «Отменить» means the same wherever it stands: what was typed goes, and can be brought back. */
import { useRouter } from '@tanstack/react-router'
import { toast } from '../components/toast.tsx'
import type { BringBack } from '../data/command.ts'
import { useWords } from '../words/words.ts'

interface GivenUp {
  giveUp(): BringBack | null
}

/** Throws away what was typed into a form, and offers it back, at the address where it was typed. Nothing typed: nothing is said. */
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
