/**
 * Checks new passwords. A password must be long enough, must not be among the most guessed ones, and must not be made
 * up of publicly known words about the user. Any characters are allowed. Source: docs/asvs.md, 6.2.
 */
import { dictionary } from '@zxcvbn-ts/language-common'
import { hashPassword, verifyPassword } from 'better-auth/crypto'

/** Hashes and verifies passwords. */
export interface PasswordHashing {
  hash(password: string): Promise<string>
  verify(kept: { readonly hash: string; readonly password: string }): Promise<boolean>
}

/** The sign-in library's scrypt with 32 MiB of memory. Tests that are not about passwords use a cheaper hash. */
export const SCRYPT: PasswordHashing = { hash: hashPassword, verify: verifyPassword }

export const MIN_PASSWORD_LENGTH = 8
export const MAX_PASSWORD_LENGTH = 128

/** A fault in a password. Reuses better-auth's codes where they exist. */
export interface PasswordFault {
  readonly code: 'PASSWORD_TOO_SHORT' | 'PASSWORD_TOO_LONG' | 'PASSWORD_COMPROMISED' | 'PASSWORD_TOO_PERSONAL'
  readonly message: string
}

/** Words that an attacker guesses first: the product's name, and words such as "warehouse" and "password". */
export const PRODUCT_WORDS = ['skladno', 'складно', 'sklad', 'склад', 'warehouse', 'password', 'пароль']
/**
 * The minimum length of a word about the user. Shorter words are ignored, because they occur by chance in many
 * passwords.
 */
const MIN_WORD_LENGTH = 4
/** The number of characters that must remain after the words about the user are removed from a password. */
const MIN_OWN_CHARACTERS = 5

const LENGTH = `the password must have ${MIN_PASSWORD_LENGTH} to ${MAX_PASSWORD_LENGTH} characters`

/** Passwords from published breaches, in lowercase and with the most frequent first. */
const COMPROMISED = new Set(dictionary['passwords-common'].filter(({ length }) => length >= MIN_PASSWORD_LENGTH))

/**
 * Returns the fault in a new password, or null when the password is acceptable. `about`: names and addresses of the
 * user.
 */
export function faultOfPassword(password: string, about: readonly string[]): PasswordFault | null {
  if (password.length < MIN_PASSWORD_LENGTH) return { code: 'PASSWORD_TOO_SHORT', message: LENGTH }
  if (password.length > MAX_PASSWORD_LENGTH) return { code: 'PASSWORD_TOO_LONG', message: LENGTH }
  const folded = fold(password)
  if (COMPROMISED.has(folded))
    return {
      code: 'PASSWORD_COMPROMISED',
      message:
        'this password is one of the first that attackers try; choose another one, such as a few words of your own',
    }
  if (isOf([...PRODUCT_WORDS, ...about.flatMap(wordsOf)], folded))
    return {
      code: 'PASSWORD_TOO_PERSONAL',
      message: 'the password is little more than well-known names; choose another one',
    }
  return null
}

const fold = (text: string) => text.normalize('NFKC').toLowerCase()
const lettersAndDigits = /[^\p{L}\p{N}]+/u

const MAX_NAME_LENGTH = 255

/** Returns the separate words of a name or an address, and all of them joined into one. */
function wordsOf(text: string): string[] {
  const parts = fold(text.slice(0, MAX_NAME_LENGTH)).split(lettersAndDigits)
  return [parts.join(''), ...parts].filter(({ length }) => length >= MIN_WORD_LENGTH)
}

/** Whether a password consists only of the given words and a few more characters. */
function isOf(words: readonly string[], folded: string): boolean {
  const whole = folded.split(lettersAndDigits).join('')
  const longestFirst = [...new Set(words)].sort((one, other) => other.length - one.length)
  const own = longestFirst.reduce((left, word) => left.replaceAll(word, ''), whole)
  return own.length < whole.length && own.length < MIN_OWN_CHARACTERS
}
