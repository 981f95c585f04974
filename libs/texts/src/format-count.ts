/** A whole number with thousands parted: `12,500`. In a file of its own, because the entry needs no other format. */
export function formatCount(value: number): string {
  return String(Math.trunc(value)).replace(/\B(?=(\d{3})+(?!\d))/g, ',')
}
