import { PRECONDITION_INVALID } from '@hissa/contracts/http'
import { problemFor } from '@hissa/kernel'

/** Returns the version in an `If-Match` header. Throws PRECONDITION_INVALID for anything but an entity tag of ours. */
export function versionOf(ifMatch: string): number {
  const match = /^"(\d{1,15})"$/.exec(ifMatch.trim())
  if (!match) throw problemFor(PRECONDITION_INVALID, 'If-Match takes the entity tag that the resource was read with.')
  return Number(match[1])
}
