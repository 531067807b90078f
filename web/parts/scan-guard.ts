/**
 * Shows a message for each scan that no screen accepts. Also shows a message for text that was taken for a scan but may
 * have been typed, so that no typed text is lost.
 */
import { useLayoutEffect } from 'react'
import { scanner } from '../components/scanner.ts'
import { toast } from '../components/toast.tsx'
import { useWords } from '../words/words.ts'

export function useScanGuard(): void {
  const say = useWords('core')
  useLayoutEffect(
    () =>
      scanner.guardBy({
        onCode: (code) => toast(say('scanForNobody', { code })),
        onDoubtful: (code, putIn) => toast(say('scanned', { code }), { label: say('notScanned'), run: putIn }),
      }),
    [say],
  )
}
