import type { MrzReading } from '../mrz/read-mrz.js'
import type { Hit } from '../screening/sanctions-list.js'

/** What is personal in a case. It is sealed under the subject's key and never leaves this service but to a reviewer. */
export interface Evidence {
  profileName: string
  /** ISO date and ISO 3166-1 alpha-2, as the profile stated them. Absent in cases from before they were compared. */
  profileBirthDate?: string | null
  profileNationality?: string | null
  originalName: string | null
  mrzLines: string[]
  reading: MrzReading
  hits: Hit[]
}

/** What reviewers wrote, which may speak of the person. */
export interface Note {
  at: string
  by: string
  text: string
}

/** First letter of each word, the rest hidden: `L•••• H•••••`. */
export const maskName = (name: string): string =>
  name
    .split(/\s+/)
    .filter(Boolean)
    .map((word) => [...word][0]! + '•'.repeat(Math.min(5, Math.max(1, [...word].length - 1))))
    .join(' ')

/** The last `shown` characters, the rest hidden. */
export const maskEnd = (value: string, shown = 3): string =>
  value.length <= shown ? '•'.repeat(value.length) : '•'.repeat(value.length - shown) + value.slice(-shown)
