/** How many properties can be compared at once. */
export const MOST_COMPARED = 3

/** Reads slugs from a list in an address; leaves out what can't be one, repeated ones and those above the limit. */
export function readSlugs(text: string | null): string[] {
  const slugs = (text ?? '').split(',').filter((slug) => /^[\w-]{1,100}$/.test(slug))
  return [...new Set(slugs)].slice(0, MOST_COMPARED)
}

/** Returns the address with a property added to the comparison, or removed from it if it is in it. */
export function withCompared(params: URLSearchParams, slug: string): URLSearchParams {
  const chosen = readSlugs(params.get('compare'))
  const others = chosen.filter((each) => each !== slug)
  return withSlugs(params, others.length < chosen.length ? others : [...chosen, slug].slice(0, MOST_COMPARED))
}

/** Returns the address with these properties chosen for the comparison. */
export function withSlugs(params: URLSearchParams, slugs: readonly string[]): URLSearchParams {
  const next = new URLSearchParams(params)
  if (slugs.length > 0) next.set('compare', slugs.join(','))
  else next.delete('compare')
  return next
}

/** Returns the path of the page that compares properties. */
export const comparePath = (slugs: readonly string[]): string => `/properties/compare?ids=${slugs.join(',')}`
