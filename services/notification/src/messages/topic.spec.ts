import { describe, expect, it } from '@jest/globals'
import type { MessageBody, Template } from './message.js'
import { switchOf } from './topic.js'

const of = (template: Template) => switchOf({ template } as MessageBody)

describe('a message', () => {
  it.each<Template>([
    'code',
    'password-changed',
    'email-changed',
    'payment-received',
    'order-expired',
    'order-cancelled',
    'order-allotted',
    'order-held',
    'offering-reopened',
    'cooling-off-started',
    'deadline-extended',
    'dispute-opened',
    'dispute-won',
    'fee-refund-started',
    'refund-started',
    'refund-completed',
    'shares-transferred',
    'shares-relocated',
    'relocation-declined',
    'relocation-cancelled',
    'kyc-rejected',
  ])('of security, or about a right, a deadline or money, cannot be switched off: %s', (template) => {
    expect(of(template)).toBeUndefined()
  })

  it.each<[Template, string]>([
    ['order-issued', 'investments'],
    ['shares-received', 'transfers'],
    ['kyc-approved', 'verification'],
    ['kyc-resubmission', 'verification'],
  ])('about progress can be switched off: %s', (template, topic) => {
    expect(of(template)).toBe(topic)
  })
})
