import { readFileSync } from 'node:fs'

// Source: disposable-email-domains (CC0). Anyone can read the mailboxes of these domains.
const disposable = new Set(
  readFileSync(new URL('./disposable-domains.txt', import.meta.url), 'utf8')
    .split('\n')
    .filter(Boolean),
)

const ADDRESS = /^[^\s@,;<>()[\]\\"]{1,64}@(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?\.)+[\p{L}\p{N}-]{2,}$/u

/** Returns whether the text is a single email address. */
export const isEmail = (text: string): boolean => text.length <= 254 && ADDRESS.test(text)

/** Returns whether the address belongs to a disposable mail service or one of its subdomains. Ignores case. */
export function isDisposable(email: string): boolean {
  const labels = email
    .slice(email.lastIndexOf('@') + 1)
    .toLowerCase()
    .replace(/\.$/, '')
    .split('.')
  return labels.some((_, index) => disposable.has(labels.slice(index).join('.')))
}

/** Returns a masked address such as `f***@e***`, which only the owner recognises. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@')
  return `${email.charAt(0)}***@${email.charAt(at + 1)}***`
}
