/** Normalizes e-mail addresses for storing and comparing. */
import { domainToASCII } from 'node:url'

const MAX_EMAIL_LENGTH = 254

/**
 * Normalizes an address: trimmed, in NFKC, in lower case, with the domain in ASCII. So one mailbox is one account,
 * however its address is typed. Other texts keep their faults; `isEmail` refuses them.
 */
export function normalizeEmail(text: string): string {
  const folded = text.normalize('NFKC').trim().toLowerCase().normalize('NFKC')
  const at = folded.lastIndexOf('@')
  if (at === -1) return folded
  return `${folded.slice(0, at)}@${domainToASCII(folded.slice(at + 1))}`
}

/** The addresses that the sign-in library accepts, so that every account can sign in. */
const EMAIL = /^(?!\.)(?!.*\.\.)[a-z0-9_'+\-.]*[a-z0-9_+-]@([a-z0-9][a-z0-9-]*\.)+[a-z]{2,}$/

/** Whether a normalized text is an e-mail address. */
export function isEmail(email: string): boolean {
  return email.length <= MAX_EMAIL_LENGTH && EMAIL.test(email)
}
