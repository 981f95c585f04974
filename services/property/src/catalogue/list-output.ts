import type { Output } from '@hissa/contracts'
import { ListProperties } from '@hissa/contracts/property'
import { PreparedOutput } from '@hissa/messaging'
import * as z from 'zod/mini'
import type { Listing } from './listings.js'

const BEFORE_LISTINGS = '{"properties":['
const COMMA = Buffer.from(',')

/**
 * Returns a page of the list. Its listings are validated and serialised at their first use; the rest is validated here.
 */
export function listOutput(
  listings: readonly Listing[],
  rest: Omit<Output<typeof ListProperties>, 'properties' | 'count'>,
): PreparedOutput {
  const output = z.parse(ListProperties.output, { ...rest, properties: [], count: listings.length })
  const json = JSON.stringify(output)
  if (!json.startsWith(BEFORE_LISTINGS)) throw new Error('the listings are not the first member of the list')
  const parts = listings.flatMap((listing, index) => (index === 0 ? [listing.json()] : [COMMA, listing.json()]))
  const [before, after] = [BEFORE_LISTINGS, json.slice(BEFORE_LISTINGS.length)].map((text) => Buffer.from(text))
  return new PreparedOutput([before!, ...parts, after!])
}
