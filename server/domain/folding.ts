/** Normalizes names, e-mail addresses and phone numbers for comparison. Source: S-PARTNER-5, S-PARTNER-11. */

/** Trims, lowercases, and reduces runs of white space to one space. */
export function foldName(name: string): string {
  return name.trim().replace(/\s+/gu, ' ').toLowerCase()
}

export function foldEmail(email: string): string {
  return email.trim().toLowerCase()
}

/**
 * Returns only the digits of a phone number. A Russian number gives the same result whether it
 * begins with 8 or +7. '' when there are no digits.
 */
export function foldPhone(phone: string): string {
  const digits = phone.replace(/\D/g, '')
  return digits.length === 11 && digits.startsWith('8') ? `7${digits.slice(1)}` : digits
}
