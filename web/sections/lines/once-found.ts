/** Lets the user submit a form while the products of its last lines are still being looked up. */
import { useEffect, useRef, useState } from 'react'
import { isSought, type ProductLine } from './product-line.ts'

const PATIENCE_MS = 3_000

/**
 * Returns a function that submits at once or, while products are being looked up, as soon as all of them are. A line
 * that is added or removed in between cancels the submission, because the form is no longer what was submitted. After a
 * few seconds, for example without a connection, it submits anyway, and the form says what is missing.
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
