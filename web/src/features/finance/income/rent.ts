import {
  DistributionRefusal,
  IncomeRefusal,
  type DistributionState,
  type DistributionView,
  type IncomeEntryView,
} from '@hissa/contracts/investment'
import { fils, formatMoney } from '@hissa/money'
import { isApiError } from '../../../api/problem.js'
import { useLocale, useT } from '../../../i18n/i18n.js'
import type { Tone } from '../../../ui/status.js'
import { refusalText } from '../finance.js'

/** What a dialog of the section is about. */
export type RentTask =
  | { task: 'record' | 'import' | 'propose' }
  | { task: 'reverse'; entry: IncomeEntryView }
  | { task: 'decide'; distribution: DistributionView; verdict: 'approve' | 'reject' }

export const DISTRIBUTION_TONES: Record<DistributionState, Tone> = {
  ...{ proposed: 'warn', rejected: 'bad', withdrawn: 'neutral', expired: 'neutral' },
  ...{ declared: 'info', paying: 'info', paid: 'good' },
}

/** Returns the text for a refused entry or distribution. */
export function useRentRefusal(): (error: unknown) => string {
  const t = useT()
  const locale = useLocale()
  return (error) => {
    const { code, problem } = isApiError(error) ? error : { code: '', problem: {} as Record<string, unknown> }
    const why = problem['why']
    const [income, distribution] = [IncomeRefusal.safeParse(why), DistributionRefusal.safeParse(why)]
    if (code === 'INCOME_NOT_POSSIBLE' && income.success) return t(`rent.why.${income.data}`)
    if (code === 'DISTRIBUTION_NOT_POSSIBLE' && distribution.success) return t(`rent.why.${distribution.data}`)
    if (code === 'INCOME_REFERENCE_USED') return t('rent.refused.reference')
    if (code === 'INCOME_FUNDS_INSUFFICIENT') {
      const available = fils(Number(problem['availableFils'] ?? 0))
      return t('rent.refused.funds', { amount: `\u2068${formatMoney(available, { locale, decimals: 2 })}\u2069` })
    }
    if (code === 'INCOME_FILE_REFUSED')
      return t(why === 'encoding' || why === 'empty' || why === 'too_many_rows' ? `rent.file.${why}` : 'rent.file.rows')
    if (code === 'UPLOAD_TYPE_REFUSED') return t('rent.document.type')
    if (code === 'UPLOAD_TOO_LARGE') return t('rent.document.large')
    if (code === 'UPLOAD_GONE') return t('rent.document.failed')
    return t(refusalText(error))
  }
}
