import { describe, expect, it } from '@jest/globals'
import type { CheckedCard } from '@hissa/contracts/investment'
import { execFileSync } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { signatureOf, statementKey } from '../statements/statements.api.js'

const VERIFIER = new URL('../../../../verifiers/statement.mjs', import.meta.url).pathname
const key = statementKey(Buffer.alloc(32, 7))
const card: CheckedCard = {
  ...{ type: 'hissa.card.v1', number: '7KXW2MPQ9R4TQ7RD', state: 'valid', checkedAt: '2026-11-28T09:05:00.000Z' },
  ...{ holder: 'Amal S.', tier: 'silver', memberSince: '2026-01-12T08:00:00.000Z' },
}
const answer = { card, signature: signatureOf(card, key) }

/** Verifies a saved answer with a reader's copy of a public key. */
function verify(saved: object, publicKey = key.publicKey) {
  const file = join(mkdtempSync(join(tmpdir(), 'hissa-card-')), 'card.json')
  writeFileSync(file, `${JSON.stringify(saved)}\n`)
  try {
    return {
      code: 0,
      text: execFileSync(process.execPath, [VERIFIER, file, `--key=${publicKey}`], { encoding: 'utf8' }),
    }
  } catch (error) {
    const { status, stdout } = error as { status: number; stdout: string }
    return { code: status, text: stdout }
  }
}

describe('a saved answer about a digital card', () => {
  it('verifies without the platform, and says what applied when', () => {
    const { code, text } = verify(answer)
    expect(code).toBe(0)
    expect(text).toContain('card 7KXW2MPQ9R4TQ7RD was valid at 2026-11-28T09:05:00.000Z: Amal S., silver')
  })

  it.each([
    ['another state', { ...answer, card: { ...card, state: 'frozen' } }],
    ['another holder', { ...answer, card: { ...card, holder: 'Amal T.' } }],
    ['a later check', { ...answer, card: { ...card, checkedAt: '2027-11-28T09:05:00.000Z' } }],
    ['something that is not signed', { ...answer, note: 'accepted' }],
    ['no signature', { card }],
  ])('is not genuine with %s', (_, changed) => {
    expect(verify(changed).code).toBe(1)
  })

  it('is not genuine with the key of someone else', () => {
    expect(verify(answer, statementKey(Buffer.alloc(32, 8)).publicKey).code).toBe(1)
  })
})
