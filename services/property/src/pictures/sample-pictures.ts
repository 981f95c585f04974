import { PropertyPicture } from '@hissa/contracts/property'
import * as z from 'zod/mini'

const File = z.record(z.string(), z.array(z.omit(PropertyPicture, { illustration: true })))

/**
 * Reads the pictures of the sample listings by the number of the listing. All are drawings of invented buildings. Throws
 * for a file that breaks the contract.
 */
export function readSamplePictures(json: string): ReadonlyMap<string, PropertyPicture[]> {
  const lists = Object.entries(z.parse(File, JSON.parse(json)))
  return new Map(lists.map(([id, pictures]) => [id, pictures.map((one) => ({ ...one, illustration: true }))]))
}
