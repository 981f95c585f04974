import type { FieldError } from '@hissa/contracts'
import type { Caption, PictureList } from '@hissa/contracts/property'
import type { StoredPicture } from '../catalogue/uploaded.js'
import { cleanText } from '../import/clean-text.js'

/** Returns the caption without spaces at its ends, direction marks and line breaks. */
export const cleanCaption = ({ en, ar }: Caption): Caption => ({ en: cleanText(en), ar: cleanText(ar) })

/**
 * Returns why a clean caption cannot be stored; empty if it can. `at` is the JSON pointer of the caption. Faults are an
 * empty text, and an Arabic text without an Arabic letter.
 */
export function faultsOfCaption({ en, ar }: Caption, at: string): FieldError[] {
  const faults: FieldError[] = []
  if (en === '') faults.push({ path: `${at}/en`, code: 'missing', message: 'The English text is empty' })
  if (ar === '') faults.push({ path: `${at}/ar`, code: 'missing', message: 'The Arabic text is empty' })
  else if (!/\p{Script=Arabic}/u.test(ar))
    faults.push({ path: `${at}/ar`, code: 'not_arabic', message: 'The text is not Arabic' })
  return faults
}

type Arranged =
  | { ok: true; uploads: StoredPicture[]; removed: StoredPicture[]; isChanged: boolean }
  | { ok: false; faults: FieldError[] }

/**
 * Returns the uploads with the kinds, captions and order of `list`, and those that it leaves out. A picture that is
 * unknown or named twice, and a caption that cannot be stored, are faults; paths are JSON pointers into the call.
 */
export function arrange(uploads: readonly StoredPicture[], list: PictureList): Arranged {
  const faults: FieldError[] = []
  const arranged: StoredPicture[] = []
  list.forEach(({ pictureId, kind, caption: stated }, index) => {
    const at = `/pictures/${index}`
    const caption = cleanCaption(stated)
    faults.push(...faultsOfCaption(caption, `${at}/caption`))
    const stored = uploads.find((each) => each.pictureId === pictureId)
    if (!stored) faults.push({ path: `${at}/pictureId`, code: 'unknown', message: 'The property has no such picture' })
    else if (arranged.some((each) => each.pictureId === pictureId))
      faults.push({ path: `${at}/pictureId`, code: 'repeated', message: 'The picture is listed twice' })
    else arranged.push({ ...stored, kind, caption })
  })
  if (faults.length > 0) return { ok: false, faults }
  const removed = uploads.filter(({ pictureId }) => !list.some((each) => each.pictureId === pictureId))
  return { ok: true, uploads: arranged, removed, isChanged: wordsOf(arranged) !== wordsOf(uploads) }
}

/** Returns what staff state about pictures, in one string. */
const wordsOf = (uploads: readonly StoredPicture[]) =>
  JSON.stringify(uploads.map(({ pictureId, kind, caption: { en, ar } }) => [pictureId, kind, en, ar]))
