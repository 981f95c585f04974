import { canonicalJson, type SigningKey, signingKey } from '@hissa/kernel'
import type { Output } from '@hissa/contracts'
import type { GetStatementKeys } from '@hissa/contracts/investment'
import { createHash, sign } from 'node:crypto'
import type { StatementFigures } from './figures.js'

/**
 * What the platform signs of a statement: its period, its two main amounts and the hash of all figures. It is short, so
 * that the QR code on paper contains it with its signature, and verifies without the figures.
 */
export interface Seal {
  type: StatementFigures['type']
  from: string
  to: string
  /** Of an account: opening and closing cash. Of a year: income paid and withheld. In fils. */
  amounts: [number, number]
  /** SHA-256 of the figures as canonical JSON (RFC 8785), in hexadecimal. */
  hash: string
}

/** A detached signature over the canonical JSON of a seal. */
export interface Signature {
  algorithm: 'Ed25519'
  keyId: string
  /** Base64url. */
  value: string
}

/** A statement as JSON: figures, seal and signature. */
export interface SignedStatement {
  figures: StatementFigures
  seal: Seal
  signature: Signature
}

/** The type of the signed text of a CSV file's other lines. */
const CSV_TYPE = 'hissa.statement.csv.v1'

/** Returns the key that signs statements; it derives from the service's master key. */
export const statementKey = (masterKey: Buffer): SigningKey => signingKey(masterKey, 'hissa investment statements')

/** Returns the name of a key: the first 16 digits of its hash. */
export const keyIdOf = ({ publicKey }: Pick<SigningKey, 'publicKey'>): string =>
  sha256(Buffer.from(publicKey, 'base64url')).slice(0, 16)

/** Returns the key as anyone may read it. */
export const publicKeyView = (key: SigningKey): Output<typeof GetStatementKeys>['keys'][number] => ({
  ...{ keyId: keyIdOf(key), algorithm: 'Ed25519', publicKey: key.publicKey },
})

/** Signs figures. The same figures always have the same signature, because Ed25519 uses no randomness. */
export function signStatement(figures: StatementFigures, key: SigningKey): SignedStatement {
  const { type, from, to } = figures
  const amounts: Seal['amounts'] =
    figures.type === 'hissa.statement.account.v1'
      ? [figures.cash.openingFils, figures.cash.closingFils]
      : [figures.totals.amountFils, figures.totals.withheldFils]
  const seal: Seal = { type, from, to, amounts, hash: sha256(canonicalJson(figures)) }
  return { figures, seal, signature: signatureOf(seal, key) }
}

/** Returns a signature as text that never begins with a sign, which a spreadsheet would take for a formula. */
export const signatureText = (value: string): string => `ed25519:${value}`

/** Returns the last line of a CSV file, which signs all lines before it. */
export function csvSignature(lines: string, key: SigningKey): readonly string[] {
  const hash = sha256(lines)
  const { keyId, value } = signatureOf({ hash, type: CSV_TYPE }, key)
  return ['signature', keyId, hash, signatureText(value)]
}

/**
 * Returns the text of a statement's QR code: the address of the public keys and, after `#`, everything that verifies
 * offline. What follows `#` is never sent to a server.
 */
export function qrText({ seal, signature }: SignedStatement, publicUrl: string): string {
  const { type, from, to, amounts, hash } = seal
  const parts = [type, from, to, ...amounts, hash, signature.keyId, signature.value]
  return `${publicUrl.replace(/\/+$/, '')}/api/statements/keys#${parts.join('~')}`
}

/** Signs the canonical JSON of a content, whose `type` tells it from every other that the key signs. */
export function signatureOf<T extends { type: string }>(content: T, key: SigningKey): Signature {
  const value = sign(null, Buffer.from(canonicalJson(content)), key.privateKey).toString('base64url')
  return { algorithm: 'Ed25519', keyId: keyIdOf(key), value }
}

const sha256 = (data: string | Buffer): string => createHash('sha256').update(data).digest('hex')
