import type { HoldingView } from '@hissa/contracts/investment'
import { useLocale, useT } from '../i18n/i18n.js'
import { formatDate } from '../lib/format.js'

interface NextDateProps {
  date: Pick<HoldingView['nextDates'][number], 'at' | 'exact'>
  raiseState: HoldingView['raiseState']
}

/**
 * Shows one of a holding's dates: exact, as a latest date while the offering is open, or as valid unless the offering
 * reopens once it is funded.
 */
export function NextDate({ date: { at, exact }, raiseState }: NextDateProps) {
  const t = useT()
  const date = formatDate(at, useLocale())
  if (exact) return date
  return t(raiseState === 'funded' ? 'ui.date.unlessReopened' : 'ui.date.latest', { date })
}
