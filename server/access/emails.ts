/** The one form in which an e-mail address is kept and compared. */
import { domainToASCII } from 'node:url'

const MAX_EMAIL_LENGTH = 254

/**
 * Without spaces around it, in NFKC and in lower case, its domain in ASCII: one mailbox, however it is typed, is one account.
 * What is no address stays what it is; `isEmail` refuses it.
 */
export function normalizeEmail(text: string): string {
  const folded = text.normalize('NFKC').trim().toLowerCase().normalize('NFKC')
  const at = folded.lastIndexOf('@')
  if (at === -1) return folded
  return `${folded.slice(0, at)}@${domainToASCII(folded.slice(at + 1))}`
}

/** What the sign-in library takes, so that whoever has an account can sign in. */
const EMAIL = /^(?!\.)(?!.*\.\.)[a-z0-9_'+\-.]*[a-z0-9_+-]@([a-z0-9][a-z0-9-]*\.)+[a-z]{2,}$/

/** Of a normalized address. */
export function isEmail(email: string): boolean {
  return email.length <= MAX_EMAIL_LENGTH && EMAIL.test(email)
}
