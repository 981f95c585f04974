import { domainToASCII } from 'node:url'

/**
 * Returns the form of a name by which accounts are found: NFKC, case-folded, without invisible characters, its domain
 * in ASCII. Source: Unicode 15 §3.13, `toNFKC_Casefold`; UTS 46 for the domain.
 */
export function foldUsername(typed: string): string {
  const text = plain(typed)
  const at = text.lastIndexOf('@')
  if (at < 0) return foldCase(text)
  const domain = text.slice(at + 1)
  // Not case-folded: `faß.de` and `fass.de` are different domains in UTS 46 and have different owners.
  return `${foldCase(text.slice(0, at))}@${domainToASCII(domain.toLowerCase()) || foldCase(domain)}`
}

const foldCase = (text: string) => text.toLowerCase().replace(/[ßẞ]/g, 'ss').replace(/ς/g, 'σ').normalize('NFKC')

/** Returns an address in NFKC, trimmed and without invisible characters, with its case preserved. */
export function plain(typed: string): string {
  return typed
    .normalize('NFKC')
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .trim()
}
