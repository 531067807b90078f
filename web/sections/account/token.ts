/**
 * Reads the secret from the address of an e-mailed link (the part after `#token=`), removes it from the address bar,
 * and stores it for this browser tab.
 */

export function takeToken(of: 'reset' | 'invitation' | 'deletion'): string | null {
  const name = `skladno.${of}`
  const found = /^#token=(.+)$/.exec(window.location.hash)?.[1]
  if (found === undefined) return sessionStorage.getItem(name)
  const token = decodeURIComponent(found)
  sessionStorage.setItem(name, token)
  window.history.replaceState(window.history.state, '', window.location.pathname)
  return token
}
