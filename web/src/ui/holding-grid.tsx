import { units, type Fils, type Units } from '@hissa/money'
import { useT } from '../i18n/i18n.js'
import { useAmountsHidden } from '../lib/use-amounts-hidden.js'
import { ShareGrid, type GridForm } from './share-grid.js'

interface HoldingGridProps {
  form: GridForm
  unitsTotal: Units
  /** Shares that are the user's. */
  unitsMine: Units
  /** Shares that are taken, with the user's. */
  unitsTaken: Units
  unitPriceFils: Fils
  animate?: boolean
}

/** Draws a property's grid with the user's shares in copper; among the other taken ones if amounts are hidden. */
export function HoldingGrid({ unitsMine, unitsTaken, ...grid }: HoldingGridProps) {
  const t = useT()
  const isHidden = useAmountsHidden()
  const mine = isHidden ? units(0) : unitsMine
  const taken = units(Math.max(0, unitsTaken - mine))
  const values = { mine, taken, total: grid.unitsTotal }
  return (
    <ShareGrid
      {...grid}
      unitsTaken={taken}
      unitsMine={mine}
      label={t(isHidden ? 'ui.grid.label' : 'ui.grid.holding', values)}
    />
  )
}
