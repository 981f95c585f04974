import type { PropertySort } from '@hissa/contracts/property'

export type SortField = 'createdAt' | 'deadline' | 'returnBasisPoints' | 'fundedBasisPoints' | 'priceFils'

export const SORTS: Record<PropertySort, { field: SortField; direction: 1 | -1 }> = {
  newest: { field: 'createdAt', direction: -1 },
  closing_soon: { field: 'deadline', direction: 1 },
  highest_return: { field: 'returnBasisPoints', direction: -1 },
  most_funded: { field: 'fundedBasisPoints', direction: -1 },
  price_low: { field: 'priceFils', direction: 1 },
  price_high: { field: 'priceFils', direction: -1 },
}

/** A row in any order: its id, and its value in each order. */
export interface Sortable {
  readonly id: string
  readonly sortValues: Readonly<Record<SortField, number>>
}

/** Rows in one order, by value and then by id. */
export class SortedRows<R extends Sortable> {
  private readonly sorted: R[] = []
  private readonly field: SortField
  private readonly direction: 1 | -1

  constructor(sort: PropertySort) {
    const { field, direction } = SORTS[sort]
    this.field = field
    this.direction = direction
  }

  add(row: R): void {
    this.sorted.splice(this.after(row.sortValues[this.field], row.id), 0, row)
  }

  remove(row: R): void {
    this.sorted.splice(this.after(row.sortValues[this.field], row.id) - 1, 1)
  }

  /** Returns the rows at some positions, counted from the end. */
  fromEnd(offset: number, limit: number): R[] {
    const end = Math.max(0, this.sorted.length - offset)
    return this.sorted.slice(Math.max(0, end - limit), end).reverse()
  }

  /** Returns the rows after a value and id that need not exist; all rows without them. */
  *from(position?: readonly [value: number, id: string]): Generator<R> {
    for (let index = position ? this.after(...position) : 0; index < this.sorted.length; index += 1)
      yield this.sorted[index]!
  }

  /** Returns the index of the first row after a value and id. */
  private after(value: number, id: string): number {
    let [low, high] = [0, this.sorted.length]
    while (low < high) {
      const middle = (low + high) >>> 1
      if (this.follows(this.sorted[middle]!, value, id)) high = middle
      else low = middle + 1
    }
    return low
  }

  private follows(row: R, value: number, id: string): boolean {
    const own = row.sortValues[this.field]
    if (own !== value) return own > value === (this.direction === 1)
    return row.id !== id && row.id > id === (this.direction === 1)
  }
}
