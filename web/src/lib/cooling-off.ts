/**
 * When the right to cancel ends at the latest: `hours` after the later of payment and the offering's deadline. While the
 * offering is open nobody knows the true end, which comes earlier when it closes earlier. ISO times.
 * Source: DESIGN §3.6, cooling-off.
 */
export function latestCancelEnd(paidAt: string, deadline: string, hours: number): string {
  return new Date(Math.max(Date.parse(paidAt), Date.parse(deadline)) + hours * 3_600_000).toISOString()
}
