import { readFileSync } from 'node:fs'

/** One example of each Stripe object that the sandbox supports; see the notice in the file. */
export const fixtures = JSON.parse(readFileSync(new URL('./fixtures.json', import.meta.url), 'utf8')) as Record<
  string,
  Record<string, unknown>
>

/**
 * Returns every key that Stripe sends for an object of this kind, with null values. Objects are built from it, so no
 * key is missing.
 */
export function blank(kind: string): Record<string, null> {
  return Object.fromEntries(Object.keys(fixtures[kind] ?? {}).map((key) => [key, null]))
}
