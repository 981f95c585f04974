import type { Language } from '@hissa/texts'

/**
 * A part of a document. The same parts become its page and its PDF, so the two can't differ. In a table, the first cell
 * of each row is its header, the second cell an amount, and the last row the total.
 */
export type Block =
  | { kind: 'heading' | 'paragraph' | 'note'; text: string }
  | { kind: 'list'; items: readonly string[] }
  | { kind: 'facts'; rows: readonly (readonly [term: string, value: string])[] }
  /** An address as a QR code, and as text below it: `shown` instead, if the address is long. */
  | { kind: 'qr'; address: string; text: string; shown?: string }
  | { kind: 'table'; caption: string; head: readonly string[]; rows: readonly (readonly string[])[] }

/** A document to print: its content, and what identifies it on each page. */
export interface PrintedDocument {
  title: string
  language: Language
  /** The product's name in the document's language. */
  brand: string
  blocks: readonly Block[]
  /** Printed at the foot of each page, such as version and hash. */
  footer: string
}

/** Returns every text of a block, in reading order. */
export function textsOf(block: Block): readonly string[] {
  switch (block.kind) {
    case 'qr':
      return [block.text, block.shown ?? block.address]
    case 'list':
      return block.items
    case 'facts':
      return block.rows.flat()
    case 'table':
      return [block.caption, ...block.head, ...block.rows.flat()]
    default:
      return [block.text]
  }
}
