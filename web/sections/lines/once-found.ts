/** Lets the user submit a form while the products of its last lines are still being looked up. */
import { useEffect, useRef, useState } from 'react'
import { isSought, type ProductLine } from './product-line.ts'

const PATIENCE_MS = 3_000

/**
 * Returns a function that submits the form at once or, while products are being looked up, as soon as all of them are
 * found. If a line is added or removed in between, the form is not submitted, because it has changed. After a few
 * seconds, for example without a connection, the form is submitted anyway and says what is missing.
 */
export function useOnceFound<How>(lines: readonly ProductLine[], submit: (how: How) => void): (how: How) => void {
  const [asked, setAsked] = useState<{ readonly how: How; readonly count: number } | null>(null)
  const latest = useRef(submit)
  latest.current = submit
  const { length: count } = lines
  const isSeeking = lines.some(isSought)
  useEffect(() => {
    if (asked === null || (isSeeking && asked.count === count)) return
    setAsked(null)
    if (asked.count === count) latest.current(asked.how)
  }, [asked, isSeeking, count])
  useEffect(() => {
    if (asked === null) return
    const timer = setTimeout(() => {
      setAsked(null)
      latest.current(asked.how)
    }, PATIENCE_MS)
    return () => clearTimeout(timer)
  }, [asked])
  return (how) => (isSeeking ? setAsked({ how, count }) : submit(how))
}
