/**
 * Formats a whole number with thousands separators: `12,500`. A separate file, because the entry needs no other format.
 */
export function formatCount(value: number): string {
  return String(Math.trunc(value)).replace(/\B(?=(\d{3})+(?!\d))/g, ',')
}
