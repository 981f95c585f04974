import { ValuationRefusal } from '@hissa/contracts/investment'
import { isApiError } from '../../../api/problem.js'
import { useT } from '../../../i18n/i18n.js'
import { refusalText } from '../finance.js'

/** Returns the text for a refused valuation. */
export function useValuationRefusal(): (error: unknown) => string {
  const t = useT()
  return (error) => {
    const why = ValuationRefusal.safeParse(isApiError(error) ? error.problem['why'] : undefined)
    if (isApiError(error) && error.code === 'VALUATION_NOT_POSSIBLE' && why.success)
      return t(`valuations.why.${why.data}`)
    return t(refusalText(error))
  }
}
