/** Purchases: what was ordered from suppliers, and what of it has come. */
export function Purchases() {
  return null
}
