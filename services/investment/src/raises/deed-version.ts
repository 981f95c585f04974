import type { DeedVersionView } from '@hissa/contracts/investment'

/** A stored version of a title deed. Versions are never changed or removed. */
export interface DeedVersion {
  /** From 1. */
  version: number
  /** Where the object storage has it. */
  objectRef: string
  /** SHA-256 of its bytes, in hexadecimal. */
  sha256: string
  contentType: DeedVersionView['contentType']
  sizeBytes: number
  storedAt: Date
  /** User id of the person who uploaded it. */
  storedBy: string
}

/** The part of a raise that names the stored versions. */
interface Stored {
  deedVersions?: readonly DeedVersion[]
}

/** Returns the newest stored version of the deed, which alone can be filed. */
export const newestDeed = ({ deedVersions = [] }: Stored) => deedVersions.at(-1)

/** Returns the newest stored version of the deed with this hash. */
export const deedWithHash = ({ deedVersions = [] }: Stored, sha256: string) =>
  deedVersions.findLast((one) => one.sha256 === sha256)

/** Returns the stored document of the filed deed. Deeds that were filed with an earlier release have none. */
export const filedDeed = (raise: Stored & { deed?: { documentSha256: string } }) =>
  raise.deed && deedWithHash(raise, raise.deed.documentSha256)

/** Returns a stored version as finance staff see it. */
export function deedVersionView({ objectRef: _, storedAt, ...rest }: DeedVersion): DeedVersionView {
  return { ...rest, storedAt: storedAt.toISOString() }
}
