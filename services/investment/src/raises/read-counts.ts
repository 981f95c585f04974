import type { Committer } from '@hissa/ledger'
import { countAccounts, countUnits, type UnitCounts } from './raise.js'

/** The units of a raise as of the last commit. Advice only: what holds is the treasury's limit. */
export async function readCounts(ledger: Pick<Committer, 'balance'>, propertyId: string): Promise<UnitCounts> {
  const ids = countAccounts(propertyId)
  const balances = await Promise.all(ids.map((id) => ledger.balance(id)))
  return countUnits(propertyId, (id) => balances[ids.indexOf(id)]!)
}
