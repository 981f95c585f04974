import type { MrzReading } from '../mrz/read-mrz.js'
import type { Hit } from '../screening/sanctions-list.js'

/** The personal data of a case. Sealed with the subject's key and disclosed only to reviewers. */
export interface Evidence {
  profileName: string
  /** ISO date and ISO 3166-1 alpha-2, from the profile. Absent in older cases, in which they were not compared. */
  profileBirthDate?: string | null
  profileNationality?: string | null
  originalName: string | null
  mrzLines: string[]
  /** Where the lines come from. Absent in cases of releases that only had typed lines. */
  linesFrom?: LinesFrom
  reading: MrzReading
  hits: Hit[]
}

/** Where submitted lines come from. `engine` read the picture, and is null if it gave no lines. */
export interface LinesFrom {
  source: 'picture' | 'changed' | 'typed'
  engine: string | null
}

/** A reviewer's note, which may contain personal data. */
export interface Note {
  at: string
  by: string
  text: string
}

/** Masks all but the first letter of each word: `L•••• H•••••`. */
export const maskName = (name: string): string =>
  name
    .split(/\s+/)
    .filter(Boolean)
    .map((word) => [...word][0]! + '•'.repeat(Math.min(5, Math.max(1, [...word].length - 1))))
    .join(' ')

/** Masks all but the last `shown` characters. */
export const maskEnd = (value: string, shown = 3): string =>
  value.length <= shown ? '•'.repeat(value.length) : '•'.repeat(value.length - shown) + value.slice(-shown)
