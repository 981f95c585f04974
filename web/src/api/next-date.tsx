import type { HoldingView } from '@hissa/contracts/investment'
import { useLocale, useT } from '../i18n/i18n.js'
import { formatDateTime } from '../lib/format.js'

interface NextDateProps {
  date: Pick<HoldingView['nextDates'][number], 'at' | 'exact'>
  raiseState: HoldingView['raiseState']
}

/**
 * Shows one of a holding's dates with its time in Dubai: exact, as the latest time unless the open offering is extended,
 * or as valid unless the funded offering reopens.
 */
export function NextDate({ date: { at, exact }, raiseState }: NextDateProps) {
  const t = useT()
  const time = formatDateTime(at, useLocale())
  if (exact) return t('ui.date.exact', { time })
  return t(raiseState === 'funded' ? 'ui.date.unlessReopened' : 'ui.date.unlessExtended', { time })
}
