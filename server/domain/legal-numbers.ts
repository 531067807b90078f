/**
 * Numbers issued by authorities and banks: ИНН, КПП, ОГРН, БИК, accounts. People and documents
 * often write their digits in groups.
 */

const GROUPS_OF_DIGITS = /^\s*\d[\d\s]*$/

/**
 * Joins grouped digits into one number: `77 07 083 893` becomes `7707083893`. Text that contains anything else is left
 * unchanged.
 */
export function withoutGaps(text: string): string {
  return GROUPS_OF_DIGITS.test(text) ? text.replace(/\s/g, '') : text
}

const ACCOUNT_NUMBERS = ['accountNumber', 'bic', 'correspondentAccount']

/** Returns bank accounts with the digit groups of their numbers joined. All other fields are unchanged. */
export function tidyAccounts<T extends Readonly<Record<string, unknown>>>(accounts: readonly T[]): T[] {
  return accounts.map((account) => {
    const tidied = ACCOUNT_NUMBERS.flatMap((name) => {
      const value = account[name]
      return typeof value === 'string' ? [[name, withoutGaps(value)]] : []
    })
    return { ...account, ...Object.fromEntries(tidied) }
  })
}
