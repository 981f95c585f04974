import * as z from 'zod/mini'
import {
  ConfirmWaitlist,
  EnquiryForm,
  JoinWaitlist,
  LeaveWaitlist,
  SendEnquiry,
  WaitlistForm,
  WaitlistLink,
} from '../identity/index.js'
import { success, type Operation } from './operation.js'

const tag = 'company'

const LINK = { token: '0192f3c0-7a51-7d3e-9c1e-3f0d8a4b6c21.Jv2hQm0mC1xkq3nH8sX0bq7yVtT2rW9aZ4uLcE6pGdI' }

const ofLink = (action: 'confirm' | 'leave', call: typeof ConfirmWaitlist | typeof LeaveWaitlist): Operation => ({
  id: `${action}EarlyAccess`,
  method: 'post',
  path: `/api/early-access/${action}`,
  tag,
  summary: action === 'confirm' ? 'Confirm a place on the waitlist' : 'Leave the waitlist',
  description: 'The token is part of the link in the email. Sending it again changes nothing.',
  calls: [call],
  body: { schema: WaitlistLink, example: LINK },
  response: {
    status: 200,
    description: action === 'confirm' ? 'The place is confirmed.' : 'The place and its address are deleted.',
    schema: success(call.output),
    example: { success: true },
  },
})

export const company: readonly Operation[] = [
  {
    id: 'sendMessage',
    method: 'post',
    path: '/api/contact',
    tag,
    summary: 'Send a message to the team',
    description:
      'The message is sent to the team’s mailbox, and an acknowledgement to its sender. Leave `website` out.',
    calls: [SendEnquiry],
    body: {
      schema: EnquiryForm,
      example: {
        name: 'Fatima Al Suwaidi',
        email: 'fatima@example.com',
        topic: 'order',
        message: 'Which documents do you need to change the bank account of an order?',
        language: 'en',
      },
    },
    response: {
      status: 200,
      description: 'The reference of the message, to quote when writing again.',
      schema: success(SendEnquiry.output),
      example: { success: true, reference: 'HQ-7K2M9PXA' },
    },
  },
  {
    id: 'joinEarlyAccess',
    method: 'post',
    path: '/api/early-access',
    tag,
    summary: 'Ask for a place on the waitlist',
    description: 'An email with a link confirms the place. The response is the same for every address.',
    calls: [JoinWaitlist],
    body: { schema: WaitlistForm, example: { email: 'fatima@example.com', language: 'en' } },
    response: {
      status: 200,
      description: 'The request was accepted.',
      schema: z.object({ success: z.literal(true) }),
      example: { success: true },
    },
  },
  ofLink('confirm', ConfirmWaitlist),
  ofLink('leave', LeaveWaitlist),
]
