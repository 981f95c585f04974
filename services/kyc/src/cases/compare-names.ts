import { canArrange } from '../screening/name-index.js'
import { hasOtherScript, wordsOf } from '../screening/normalise-name.js'

export type NameMatch = 'match' | 'mismatch' | 'script_differs'

/** Transliteration of characters that MRZ lines cannot contain. Source: ICAO 9303 part 3, section 6. */
const ICAO: Record<string, string> = {
  Ä: 'AE',
  Ö: 'OE',
  Ü: 'UE',
  Å: 'AA',
  Ø: 'OE',
  Æ: 'AE',
  Ñ: 'N',
  ß: 'SS',
  Þ: 'TH',
  Ð: 'D',
}
const icao = (name: string) => [...name.normalize('NFC').toUpperCase()].map((letter) => ICAO[letter] ?? letter).join('')

/**
 * Compares the name of a profile with that of a document. Order, case, accents, spaces and additional words in the document
 * are ignored. Every word of the profile must be in the document: at least two, or one if the document has only one. The
 * document's last word may be truncated, as in MRZ lines.
 */
export function compareNames(profileName: string, documentName: string): NameMatch {
  if (hasOtherScript(profileName)) return 'script_differs'
  const document = wordsOf(documentName)
  const spellings = [wordsOf(profileName), wordsOf(icao(profileName))]
  return spellings.some((profile) => agree(profile, document)) ? 'match' : 'mismatch'
}

function agree(profile: string[], document: string[]): boolean {
  if (profile.length === 0 || document.length === 0) return false
  if (canArrange(document, profile.join('')) || canArrange(profile, document.join(''))) return true
  const left = [...document]
  const cut = document.at(-1)!
  for (const word of profile) {
    const at = left.indexOf(word)
    const index = at >= 0 ? at : isCutShort(word, cut) ? left.lastIndexOf(cut) : -1
    if (index < 0) return false
    left.splice(index, 1)
  }
  return profile.length >= Math.min(2, document.length)
}

const SHORTEST_CUT = 4
const isCutShort = (word: string, cut: string) => cut.length >= SHORTEST_CUT && word.startsWith(cut)
