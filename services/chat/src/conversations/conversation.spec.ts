import { describe, expect, it } from '@jest/globals'
import { admit, mayUse, type Conversation } from './conversation.js'

const at = new Date('2026-11-23T09:00:00Z')
const limits = { perConversation: 10, perMinute: 2 }
const known: Conversation = {
  ...{ ref: 'r', userId: null, messages: 3, minuteMessages: 1, minuteStartedAt: at, version: 3 },
}
const later = (ms: number) => new Date(at.getTime() + ms)
const codeOf = (conversation: Conversation, callerId: string | undefined, now = at) => {
  const admitted = admit('r', conversation, { callerId, at: now, limits })
  return admitted.ok ? 'ok' : admitted.error.code
}

describe('admit', () => {
  it('makes a signed-in caller the user of a conversation without one, for good', () => {
    const admitted = admit('r', known, { callerId: 'anna', at, limits })
    expect(admitted).toMatchObject({ ok: true, value: { userId: 'anna', messages: 4, minuteMessages: 2, version: 4 } })
    expect(codeOf({ ...known, userId: 'anna' }, 'omar')).toBe('NOT_FOUND')
    expect(codeOf({ ...known, userId: 'anna' }, undefined)).toBe('NOT_FOUND')
    expect(codeOf({ ...known, userId: 'anna' }, 'anna')).toBe('ok')
  })

  it('counts a new minute from its first message', () => {
    const full = { ...known, minuteMessages: 2 }
    expect(codeOf(full, undefined, later(59_999))).toBe('CHAT_TOO_MANY_MESSAGES')
    expect(admit('r', full, { callerId: undefined, at: later(60_000), limits })).toMatchObject({
      value: { minuteMessages: 1, minuteStartedAt: later(60_000) },
    })
  })

  it('refuses a conversation of the longest length', () => {
    expect(codeOf({ ...known, messages: 9 }, undefined)).toBe('ok')
    expect(codeOf({ ...known, messages: 10 }, undefined)).toBe('CHAT_CONVERSATION_FULL')
  })
})

it('lets every caller with the id use a conversation without a user', () => {
  expect([mayUse(known, undefined), mayUse(known, 'anna')]).toEqual([true, true])
})
