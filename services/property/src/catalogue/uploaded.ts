import type { Caption, PropertyPicture, UploadedKind, UploadedPicture } from '@hissa/contracts/property'

/** A file of a picture, by the end of its name, such as `800.avif`, and the stored object. */
type Files = Readonly<Record<string, string>>

/** A picture that staff have uploaded, as stored with its property. */
export interface StoredPicture {
  /** Random, so that nobody can guess the address of a picture that is not public. */
  pictureId: string
  kind: UploadedKind
  caption: Caption
  /** Pixels of the largest files. */
  width: number
  height: number
  /** In ascending order. */
  widths: number[]
  files: Files
  /** SHA-256 of the file as it was uploaded, hex. */
  sha256: string
  /** The uploader and the idempotency key of the upload. */
  key: string
  addedAt: Date
}

/** What a property has of pictures: illustrations and uploads. */
interface WithPictures {
  propertyId: string
  pictures?: PropertyPicture[] | undefined
  uploads?: StoredPicture[] | undefined
}

/** Returns the uploaded picture as the API shows it. Its address names the property and the picture. */
export function toUploaded(propertyId: string, picture: StoredPicture): UploadedPicture {
  const { pictureId, kind, caption, width, height, widths, addedAt } = picture
  return {
    ...{ pictureId, kind, caption, illustration: false, width, height, widths },
    ...{ light: `/api/property-media/${propertyId}/${pictureId}`, dark: null },
    addedAt: addedAt.toISOString(),
  }
}

/**
 * Returns the pictures that a property shows. Uploaded photographs take the place of the illustrated building, and
 * uploaded floor plans that of the illustrated plan. An illustration without an uploaded counterpart stays: the building
 * before the uploads, a plan after them.
 */
export function shownPictures({ propertyId, pictures = [], uploads = [] }: WithPictures): PropertyPicture[] {
  if (uploads.length === 0) return pictures
  const has = (kind: UploadedKind) => uploads.some((each) => each.kind === kind)
  const kept = pictures.filter(({ kind }) => !has(kind === 'plan' ? 'plan' : 'photo'))
  const own = uploads.map((upload) => {
    const { pictureId: _id, addedAt: _addedAt, ...shown } = toUploaded(propertyId, upload)
    return shown
  })
  const isPlan = ({ kind }: PropertyPicture) => kind === 'plan'
  return [...kept.filter((each) => !isPlan(each)), ...own, ...kept.filter(isPlan)]
}

/** Returns what a proposal to publish rests on; undefined for a property without uploads. */
export const pictureEvidence = ({ uploads = [] }: Pick<WithPictures, 'uploads'>) =>
  uploads.length === 0 ? undefined : uploads.map(({ sha256, kind, caption }) => ({ sha256, kind, caption }))
