import type { PrintedDocument } from '../src/blocks.js'

let renderings = 0

/** Worker that never ends a document titled `hang`, exceeds its memory for `grow`, and counts the others. */
export default function render({ title }: PrintedDocument): Uint8Array {
  const held: unknown[] = []
  while (title === 'hang');
  while (title === 'grow') held.push(Array.from({ length: 1_000 }, () => ({ title })))
  renderings += 1
  return Buffer.from(`${title} ${renderings}`)
}
