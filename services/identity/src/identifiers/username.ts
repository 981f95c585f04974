import { domainToASCII } from 'node:url'

/**
 * The one form of a name that accounts are found by, however it was typed: NFKC, case-folded, without characters that do
 * not show, its domain in ASCII. Unicode 15 §3.13, `toNFKC_Casefold`; source of the domain's form: UTS 46.
 */
export function foldUsername(typed: string): string {
  const text = plain(typed)
  const at = text.lastIndexOf('@')
  if (at < 0) return foldCase(text)
  const domain = text.slice(at + 1)
  // Not case-folded: UTS 46 keeps `faß.de` and `fass.de` apart, which have different owners.
  return `${foldCase(text.slice(0, at))}@${domainToASCII(domain.toLowerCase()) || foldCase(domain)}`
}

const foldCase = (text: string) => text.toLowerCase().replace(/[ßẞ]/g, 'ss').replace(/ς/g, 'σ').normalize('NFKC')

/** An address as it is written to: NFKC, nothing around it and nothing invisible in it; its case stays. */
export function plain(typed: string): string {
  return typed
    .normalize('NFKC')
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .trim()
}
