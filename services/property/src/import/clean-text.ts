const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' }

/**
 * Returns a cell as plain text. Entities are decoded once, so that `&amp;lt;` becomes `&lt;`; non-breaking spaces and
 * line breaks become one space; direction marks are removed. Nothing is escaped, because rendering does that.
 */
export function cleanText(cell: string): string {
  const text = cell.replace(/&(#\d{1,6}|[a-z]{2,5});/gi, (whole, name: string) => entity(name) ?? whole)
  return text
    .normalize('NFC')
    .replace(/[\u200b-\u200f\u202a-\u202e\u2060\ufeff]/g, '')
    .replace(/[\s\u00a0]+/g, ' ')
    .trim()
}

function entity(name: string): string | undefined {
  if (!name.startsWith('#')) return ENTITIES[name.toLowerCase()]
  const code = Number(name.slice(1))
  return code >= 32 && code <= 0x10ffff ? String.fromCodePoint(code) : undefined
}
