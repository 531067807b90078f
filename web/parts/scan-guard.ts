/** Tells of scans that are for nobody, and of those that may have been typed: what a person typed is never lost to one. */
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
