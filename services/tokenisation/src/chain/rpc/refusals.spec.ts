import { describe, expect, it } from '@jest/globals'
import { NodeRefused } from './node-errors.js'
import { classifyRefusedCall, classifyRefusedSend } from './refusals.js'

const refused = (words: string, code = -32_000, data?: `0x${string}`) =>
  new NodeRefused('method', code, words.toLowerCase(), data)

describe('classifyRefusedSend', () => {
  it.each([
    ['already known', 'accepted'],
    ['AlreadyKnown', 'accepted'],
    ['transaction already imported', 'accepted'],
    ['Known transaction', 'accepted'],
    ['nonce too low: next nonce 5, tx nonce 4', 'nonceTooLow'],
    ['OldNonce, Current nonce: 5, nonce of rejected tx: 4', 'nonceTooLow'],
    ['replacement transaction underpriced', 'underpriced'],
    ['max fee per gas less than block base fee', 'underpriced'],
    ['FeeTooLow, MaxFeePerGas too low', 'underpriced'],
    ['insufficient funds for gas * price + value: balance 0', 'insufficientFunds'],
    ['Upfront cost exceeds account balance', 'insufficientFunds'],
    ['transaction type not supported', 'refused'],
  ])('reads "%s" as %s', (words, result) => {
    expect(classifyRefusedSend(refused(words))).toBe(result)
  })
})

describe('classifyRefusedCall', () => {
  it.each([
    ['execution reverted', 3, 'reverted'],
    ['VM execution error.', -32_015, undefined],
    ['invalid opcode: INVALID', -32_000, 'reverted'],
    ['EVM error OutOfGas', -32_603, 'outOfGas'],
    ['gas required exceeds allowance (16777216)', -32_000, 'outOfGas'],
    ['insufficient funds for transfer', -32_000, 'insufficientFunds'],
  ])('reads "%s" as %s', (words, code, outcome) => {
    const read = () => classifyRefusedCall(refused(words, code)).outcome
    if (outcome === undefined) expect(read).toThrow(NodeRefused)
    else expect(read()).toBe(outcome)
  })

  it('keeps the data of a revert', () => {
    expect(classifyRefusedCall(refused('error', -32_000, '0x1234'))).toEqual({ outcome: 'reverted', data: '0x1234' })
  })

  it('throws a refusal that says nothing about the call, such as a missing block', () => {
    expect(() => classifyRefusedCall(refused('header not found'))).toThrow(NodeRefused)
  })
})
