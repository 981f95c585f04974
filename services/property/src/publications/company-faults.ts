import type { FieldError } from '@hissa/contracts'
import type { ClientSession } from '@hissa/persistence'
import type { PropertyStore } from '../catalogue/property.store.js'
import type { Terms } from '../offerings/terms.js'

/** Returns the fault of terms whose company holds another property; empty if there is none. */
export async function companyFaults(
  store: Pick<PropertyStore, 'isCompanyTaken'>,
  { spv }: Pick<Terms, 'spv'>,
  propertyId: string,
  session: ClientSession,
): Promise<FieldError[]> {
  if (!spv || !(await store.isCompanyTaken(spv, propertyId, session))) return []
  return [{ path: '/terms/spv', code: 'taken', message: 'The company already holds another property' }]
}
