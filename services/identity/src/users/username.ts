import { domainToASCII } from 'node:url'

export const MAX_USERNAME_LENGTH = 128

/**
 * The one form of a name that accounts are found by, however it was typed: NFKC, case-folded, without characters that do
 * not show, its domain in ASCII. Unicode 15 §3.13, `toNFKC_Casefold`; source of the domain's form: UTS 46.
 */
export function foldUsername(typed: string): string {
  const folded = plain(typed).toLowerCase().replace(/[ßẞ]/g, 'ss').replace(/ς/g, 'σ').normalize('NFKC')
  const at = folded.lastIndexOf('@')
  if (at < 0) return folded
  const domain = folded.slice(at + 1)
  return `${folded.slice(0, at)}@${domainToASCII(domain) || domain}`
}

/** An address as it is written to: NFKC, nothing around it and nothing invisible in it; its case stays. */
export function plain(typed: string): string {
  return typed
    .normalize('NFKC')
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .trim()
}
