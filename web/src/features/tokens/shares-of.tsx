import { useGetWalletQuery } from '../../api/token-api.js'
import { OwnFigure } from '../../ui/own-figure.js'

/**
 * Shows a figure about accounts. If one of them is the user's, it is their own figure, which can be hidden; so is any
 * figure until their account is known.
 */
export function SharesOf({ accounts, children }: { accounts: readonly (string | undefined)[]; children: string }) {
  const { data, isLoading } = useGetWalletQuery()
  const own = data?.account?.toLowerCase()
  const isOwn = isLoading || (own !== undefined && accounts.some((account) => account?.toLowerCase() === own))
  return isOwn ? <OwnFigure>{children}</OwnFigure> : children
}
