import type { Committer } from '@hissa/ledger'
import { countAccounts, countUnits, type UnitCounts } from './raise.js'

/** Returns the units of a raise as of the last commit. Advisory: the treasury's limit is what prevents overselling. */
export async function readCounts(ledger: Pick<Committer, 'balance'>, propertyId: string): Promise<UnitCounts> {
  const ids = countAccounts(propertyId)
  const balances = await Promise.all(ids.map((id) => ledger.balance(id)))
  return countUnits(propertyId, (id) => balances[ids.indexOf(id)]!)
}
