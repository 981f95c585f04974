import type { Output } from '@hissa/contracts'
import type { CompareHolderName } from '@hissa/contracts/kyc'
import { compareNames } from '../cases/compare-names.js'
import type { Evidence } from '../cases/evidence.js'

/**
 * Compares the name of a bank account's holder with the verified name and with that of the document. A holder may leave
 * out middle names, but every word has to be in one of the two.
 */
export function compareHolder(
  holderName: string,
  evidence: Pick<Evidence, 'profileName' | 'reading'> | null,
): Output<typeof CompareHolderName>['result'] {
  if (!evidence) return 'unverified'
  const { firstName, lastName } = evidence.reading.fields
  const verified = [evidence.profileName, `${firstName} ${lastName}`]
  return verified.some((name) => compareNames(holderName, name) === 'match') ? 'match' : 'mismatch'
}
