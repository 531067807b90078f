/** Normalizes e-mail addresses so that they can be stored and compared. */
import { domainToASCII } from 'node:url'

const MAX_EMAIL_LENGTH = 254

/**
 * Normalizes an e-mail address: trims it, converts it to NFKC and lowercase, and writes the domain in ASCII. A mailbox
 * therefore has only one account, however its address is typed. A string that is not an address stays invalid and is
 * refused by `isEmail`.
 */
export function normalizeEmail(text: string): string {
  const folded = text.normalize('NFKC').trim().toLowerCase().normalize('NFKC')
  const at = folded.lastIndexOf('@')
  if (at === -1) return folded
  return `${folded.slice(0, at)}@${domainToASCII(folded.slice(at + 1))}`
}

/** Matches the addresses that the sign-in library also accepts, so that every account can sign in. */
const EMAIL = /^(?!\.)(?!.*\.\.)[a-z0-9_'+\-.]*[a-z0-9_+-]@([a-z0-9][a-z0-9-]*\.)+[a-z]{2,}$/

/** Whether a normalized string is a valid e-mail address. */
export function isEmail(email: string): boolean {
  return email.length <= MAX_EMAIL_LENGTH && EMAIL.test(email)
}
