import type { Value } from './values.js'

/** An encoded document to be copied into a reply as it is. */
export class RawDocument {
  constructor(readonly bytes: Buffer) {}
}

/** Puts an encoded document where a value goes. Only the encoder knows it, so it may be part of replies only. */
export const embed = (bytes: Buffer): Value => new RawDocument(bytes) as unknown as Value
