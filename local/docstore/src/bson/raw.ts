import type { Value } from './values.js'

/** An encoded document, copied into a reply unchanged. */
export class RawDocument {
  constructor(readonly bytes: Buffer) {}
}

/** Wraps an encoded document as a value. Only the encoder supports it, so only replies may contain it. */
export const embed = (bytes: Buffer): Value => new RawDocument(bytes) as unknown as Value
