/** Reads a file's name from the X-File-Name header. Source: S-FILE-2. */
import { MAX_NAME_LENGTH } from '../domain/schema.ts'

/**
 * Reads the name of an uploaded file. The header contains percent-encoded UTF-8 or raw UTF-8, which Node passes on as
 * Latin-1. Keeps only the last part of a path, and removes characters that could mislead a terminal or a file system.
 * @returns null when there is no name or nothing of it remains
 */
export function readFileName(header: string | string[] | undefined): string | null {
  if (header === undefined) return null
  const decoded = decode(String(header))
  const last = decoded.split(/[/\\]/).at(-1)!
  // Removes control characters, and characters that reverse the writing direction: "exe.fdp" could be shown as
  // "pdf.exe".
  const name = last.replace(/[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, '').trim()
  if (name === '' || name === '.' || name === '..') return null
  return shortened(name)
}

function decode(header: string): string {
  const bytes = Buffer.from(header, 'latin1')
  const raw = new TextDecoder().decode(bytes)
  try {
    return decodeURIComponent(raw).toWellFormed()
  } catch {
    // The file name is not percent-encoded but contains a per cent sign: "Скидка 10%.pdf".
    return raw
  }
}

/** Shortens a long name but keeps its extension. */
function shortened(name: string): string {
  if (name.length <= MAX_NAME_LENGTH) return name
  const ending = /\.[\p{L}\p{N}]{1,10}$/u.exec(name)?.[0] ?? ''
  return `${name.slice(0, MAX_NAME_LENGTH - ending.length)}${ending}`.toWellFormed()
}
