/** Text that is already safe HTML. */
export class Html {
  constructor(readonly text: string) {}

  toString(): string {
    return this.text
  }
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** Escapes text for HTML content and attribute values. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (char) => ENTITIES[char] ?? char)

type Piece = string | number | null | undefined | false | Html | Html[]

/**
 * Renders a template whose values are escaped; nested templates and lists of them are not escaped again. Empty values
 * vanish.
 */
export function html(strings: TemplateStringsArray, ...values: Piece[]): Html {
  const render = (value: Piece): string => {
    if (value === null || value === undefined || value === false) return ''
    if (Array.isArray(value)) return value.map((item) => item.text).join('')
    return value instanceof Html ? value.text : escapeHtml(String(value))
  }
  return new Html(strings.reduce((text, piece, index) => text + render(values[index - 1]) + piece))
}
