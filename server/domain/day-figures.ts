/** A company's trade on one day: amounts in kopecks, and counts of orders and receipts. */
export interface DayFigures {
  readonly ordersPlaced: number
  readonly placedTotalMinor: bigint
  readonly ordersShipped: number
  readonly shippedTotalMinor: bigint
  readonly shippedCostMinor: bigint
  readonly receipts: number
  readonly receivedCostMinor: bigint
}
