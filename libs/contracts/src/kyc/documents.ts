import * as z from 'zod/mini'

export const DocumentType = z.enum(['passport', 'emirates_id'])
export type DocumentType = z.infer<typeof DocumentType>

/** A passport needs `front` (the page with the photograph); an Emirates ID needs `front` and `back`. */
export const UploadKind = z.enum(['front', 'back'])
export type UploadKind = z.infer<typeof UploadKind>
