import { readFileSync } from 'node:fs'

// disposable-email-domains (CC0): addresses that anybody can read.
const disposable = new Set(
  readFileSync(new URL('./disposable-domains.txt', import.meta.url), 'utf8')
    .split('\n')
    .filter(Boolean),
)

const ADDRESS = /^[^\s@,;<>()[\]\\"]{1,64}@(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?\.)+[\p{L}\p{N}-]{2,}$/u

/** Whether the text is one e-mail address that a message can be sent to. */
export const isEmail = (text: string): boolean => text.length <= 254 && ADDRESS.test(text)

/** Whether the address is at a throw-away mail service or below one, whatever its case. */
export function isDisposable(email: string): boolean {
  const labels = email
    .slice(email.lastIndexOf('@') + 1)
    .toLowerCase()
    .replace(/\.$/, '')
    .split('.')
  return labels.some((_, index) => disposable.has(labels.slice(index).join('.')))
}

/** `f***@e***`: enough for its owner to know which mailbox, nothing for anybody else. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@')
  return `${email.charAt(0)}***@${email.charAt(at + 1)}***`
}
