import { expect, it } from '@jest/globals'
import { refusalOfChat } from './refusals.js'

it('gives each code of the assistant its text, and others a general one', () => {
  expect(refusalOfChat('CHAT_CONVERSATION_FULL')).toBe('chat.refused.full')
  expect(refusalOfChat('CHAT_TOO_MANY_MESSAGES')).toBe('chat.refused.tooMany')
  expect(refusalOfChat('INTERNAL')).toBe('chat.refused.failed')
})
