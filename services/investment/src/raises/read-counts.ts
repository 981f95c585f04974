import type { Committer } from '@hissa/ledger'
import { countAccounts, countUnits, type Raise, type UnitCounts } from './raise.js'

/** Returns the units of a raise as of the last commit. Advisory: the treasury's limit is what prevents overselling. */
export async function readCounts(
  ledger: Pick<Committer, 'balance'>,
  raise: Pick<Raise, '_id' | 'unitsTotal'>,
): Promise<UnitCounts> {
  const ids = countAccounts(raise._id)
  const balances = await Promise.all(ids.map((id) => ledger.balance(id)))
  return countUnits(raise, (id) => balances[ids.indexOf(id)]!)
}
