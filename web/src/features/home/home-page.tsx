import type { PropertySummary } from '@hissa/contracts/property'
import type { ReactNode } from 'react'

export function HomePage({ featured, card }: { featured: readonly PropertySummary[]; total: number; card: (property: PropertySummary) => ReactNode }) {
  return <div className="frame">{featured.map(card)}</div>
}
