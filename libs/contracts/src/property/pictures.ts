import * as z from 'zod/mini'
import { defineRpc, id, isoDateTime } from '../core.js'
import { NOT_FOUND } from '../errors.js'
import { defineError } from '../result.js'
import { PropertyPicture } from './property.js'

/** The number of pictures that a property may have. */
export const MAX_PICTURES = 20
export const MAX_CAPTION = 140

/** What staff upload: a photograph, or a floor plan. */
export const UploadedKind = z.enum(['photo', 'plan'])
export type UploadedKind = z.infer<typeof UploadedKind>

const captionText = z.string().check(z.minLength(1), z.maxLength(MAX_CAPTION))

/** What can be seen in a picture, for people who see it and for those who hear it. */
export const Caption = z.object({ en: captionText, ar: captionText })
export type Caption = z.infer<typeof Caption>

/** A picture that staff have uploaded, as it was encoded. */
export const UploadedPicture = z.extend(PropertyPicture, {
  pictureId: id,
  kind: UploadedKind,
  caption: Caption,
  addedAt: isoDateTime,
})
export type UploadedPicture = z.infer<typeof UploadedPicture>

/** The uploaded pictures of a property in their order. */
export const PictureList = z
  .array(z.object({ pictureId: id, kind: UploadedKind, caption: Caption }))
  .check(z.maxLength(MAX_PICTURES))
export type PictureList = z.infer<typeof PictureList>

export const PICTURE_EXISTS = defineError({
  code: 'PICTURE_EXISTS',
  status: 409,
  extra: { pictureId: id },
  description:
    'The property has this picture already, or the idempotency key has added another one. `pictureId` names it.',
})

export const PICTURES_FULL = defineError({
  code: 'PICTURES_FULL',
  status: 409,
  description: `The property has ${MAX_PICTURES} pictures, which is the most. Remove one first.`,
})

/**
 * Returns a file of an uploaded picture, by the name in its address. Before the property is published, only staff know
 * the address, which is random, and no cache may keep the file.
 */
export const GetPicture = defineRpc({
  name: 'property.getPicture',
  access: 'public',
  input: z.object({ propertyId: id, file: z.string().check(z.maxLength(80)) }),
  output: z.object({
    contentType: z.enum(['image/avif', 'image/webp', 'image/jpeg']),
    bodyBase64: z.string(),
    isPublished: z.boolean(),
  }),
  errors: [NOT_FOUND],
})
