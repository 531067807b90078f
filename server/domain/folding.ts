/** How names, mail addresses and phones are compared. Source: S-PARTNER-5, S-PARTNER-11. */

/** Trimmed, case-insensitive; runs of white space count as one space. */
export function foldName(name: string): string {
  return name.trim().replace(/\s+/gu, ' ').toLowerCase()
}

export function foldEmail(email: string): string {
  return email.trim().toLowerCase()
}

/** The digits; a Russian number is the same with 8 and with +7 in front. '' when there are no digits. */
export function foldPhone(phone: string): string {
  const digits = phone.replace(/\D/g, '')
  return digits.length === 11 && digits.startsWith('8') ? `7${digits.slice(1)}` : digits
}
