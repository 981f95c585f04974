import * as z from 'zod/mini'
import { count, defineRpc, id } from '../core.js'
import { NOT_FOUND } from '../errors.js'
import { QuarantinedFile, UPLOAD_GONE, UPLOAD_TOO_LARGE, UPLOAD_TYPE_REFUSED } from '../uploads.js'
import { CONFLICT_OF_INTEREST, RESOLUTION_NOT_POSSIBLE } from './errors.js'
import { DeedVersionView } from './finance.js'

const timeoutMs = 20_000

/** A stored deed in quarantine, for the gateway, which reads it once. */
const handover = z.object({
  ...QuarantinedFile,
  contentType: DeedVersionView.shape.contentType,
  sizeBytes: count,
})

/**
 * Takes a title deed out of quarantine and stores it, encrypted, as the newest version; earlier versions are kept. A
 * PDF or a picture, unchanged: the hash is of its bytes. The newest version again is not stored twice. Possible until
 * the deed is filed; a proposal to file an older version is then outdated.
 */
export const StoreDeed = defineRpc({
  name: 'investment.storeDeed',
  access: ['finance'],
  timeoutMs,
  input: z.object({ propertyId: id, ...QuarantinedFile }),
  output: z.object({ deed: DeedVersionView }),
  errors: [
    NOT_FOUND,
    CONFLICT_OF_INTEREST,
    RESOLUTION_NOT_POSSIBLE,
    UPLOAD_GONE,
    UPLOAD_TYPE_REFUSED,
    UPLOAD_TOO_LARGE,
  ],
})

/** Returns a stored version of a title deed by its hash. Each read is audited. */
export const GetStaffDeed = defineRpc({
  name: 'investment.getStaffDeed',
  access: ['finance'],
  timeoutMs,
  input: z.object({ propertyId: id, sha256: DeedVersionView.shape.sha256 }),
  output: handover,
  errors: [NOT_FOUND],
})

/** Returns the filed title deed of a property of which the caller has registered shares. */
export const GetDeed = defineRpc({
  name: 'investment.getDeed',
  access: 'user',
  timeoutMs,
  input: z.object({ propertyId: id }),
  output: handover,
  errors: [NOT_FOUND],
})
