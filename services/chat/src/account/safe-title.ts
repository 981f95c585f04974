import { cleanName } from '@hissa/contracts'

const LONGEST = 80
/** What makes a title more than a name: a link, an address, markup, a quotation, an amount or an order. */
const NOT_A_NAME = /[<>@[\]{}`:?!"%|\\]|www\.|\b(AED|HS-)|درهم/i

/**
 * Returns a property's title for an answer. A title is written by others, so one with a link or markup is replaced by
 * the property's id.
 */
export function safeTitle({ title, propertyId }: { title: string; propertyId: string }): string {
  const name = cleanName(title)
  return name === '' || NOT_A_NAME.test(name) ? propertyId : name.slice(0, LONGEST)
}
