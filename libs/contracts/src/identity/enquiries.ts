import * as z from 'zod/mini'
import { defineEvent, defineRpc, id, isoDateTime, Locale } from '../core.js'
import { NOT_FOUND } from '../errors.js'
import { TOO_MANY_MESSAGES, WAITLIST_LINK_INVALID } from './errors.js'

/** What a message from the contact page is about. */
export const EnquiryTopic = z.enum(['order', 'identity', 'data', 'complaint', 'other'])
export type EnquiryTopic = z.infer<typeof EnquiryTopic>

/** Longest texts of the forms, in characters. */
export const ENQUIRY_LIMITS = { name: 100, email: 254, message: 4_000 } as const
const SHORTEST_MESSAGE = 10

const email = z.string().check(z.trim(), z.maxLength(ENQUIRY_LIMITS.email), z.email())
/** A field that people don't see: who fills it in is a program, and gets the usual response without an effect. */
const website = z.optional(z.string().check(z.maxLength(200)))

/** Body of `POST /contact`. */
export const EnquiryForm = z.object({
  name: z.string().check(z.trim(), z.minLength(1), z.maxLength(ENQUIRY_LIMITS.name)),
  email,
  topic: EnquiryTopic,
  message: z.string().check(z.trim(), z.minLength(SHORTEST_MESSAGE), z.maxLength(ENQUIRY_LIMITS.message)),
  language: Locale,
  website,
})
export type EnquiryForm = z.infer<typeof EnquiryForm>

/** What people quote when they write again, such as `HQ-7K2M9PXA`. */
export const EnquiryReference = z.string().check(z.regex(/^HQ-[0-9A-HJKMNP-TV-Z]{8}$/))

/** Where a request comes from: an IPv4 address or an IPv6 network. Counted under a keyed digest, never stored. */
const network = z.string().check(z.minLength(1), z.maxLength(64))

/** Stores a message to the team, which is sent to its mailbox, and an acknowledgement to the sender. */
export const SendEnquiry = defineRpc({
  name: 'identity.sendEnquiry',
  access: 'public',
  input: z.extend(EnquiryForm, { network }),
  output: z.object({ reference: EnquiryReference }),
  errors: [TOO_MANY_MESSAGES],
})

/** Returns a message and its sender, when an email about it is sent. */
export const GetEnquiry = defineRpc({
  name: 'identity.getEnquiry',
  access: 'service',
  callers: ['notification'],
  input: z.object({ enquiryId: id }),
  output: z.object({
    reference: EnquiryReference,
    name: z.string(),
    email: z.string(),
    topic: EnquiryTopic,
    message: z.string(),
    language: Locale,
    receivedAt: isoDateTime,
  }),
  errors: [NOT_FOUND],
})

/** Body of `POST /early-access`. */
export const WaitlistForm = z.object({ email, language: Locale, website })
export type WaitlistForm = z.infer<typeof WaitlistForm>

/** Body of `POST /early-access/confirm` and `POST /early-access/leave`: the token of a link in an email. */
export const WaitlistLink = z.object({ token: z.string().check(z.minLength(1), z.maxLength(200)) })
export type WaitlistLink = z.infer<typeof WaitlistLink>

/**
 * Sends a link that confirms a place on the waitlist of early access. The response and the work are the same for every
 * address, on the list or not; an address gets at most three emails a day.
 */
export const JoinWaitlist = defineRpc({
  name: 'identity.joinWaitlist',
  access: 'public',
  input: z.extend(WaitlistForm, { network }),
  output: z.object({}),
  errors: [TOO_MANY_MESSAGES],
})

/** Confirms a place by the link of the email. Confirming again changes nothing. */
export const ConfirmWaitlist = defineRpc({
  name: 'identity.confirmWaitlist',
  access: 'public',
  input: WaitlistLink,
  output: z.object({}),
  errors: [WAITLIST_LINK_INVALID],
})

/** Deletes a place by the link of an email. Leaving again changes nothing. */
export const LeaveWaitlist = defineRpc({
  name: 'identity.leaveWaitlist',
  access: 'public',
  input: WaitlistLink,
  output: z.object({}),
  errors: [WAITLIST_LINK_INVALID],
})

/** Returns the address and the tokens of a place on the waitlist, when an email about it is sent. */
export const GetWaitlistEntry = defineRpc({
  name: 'identity.getWaitlistEntry',
  access: 'service',
  callers: ['notification'],
  input: z.object({ entryId: id }),
  output: z.object({
    email: z.string(),
    language: Locale,
    isConfirmed: z.boolean(),
    confirmToken: z.string(),
    confirmBefore: isoDateTime,
    leaveToken: z.string(),
  }),
  errors: [NOT_FOUND],
})

/** A message to the team arrived. The event carries none of it: the sender of emails asks `identity.getEnquiry`. */
export const EnquiryReceived = defineEvent({
  type: 'identity.enquiry.received.v1',
  data: z.object({ enquiryId: id }),
})

/** Someone asked for a place on the waitlist, perhaps again, and gets an email. */
export const WaitlistRequested = defineEvent({
  type: 'identity.waitlist.requested.v1',
  data: z.object({ entryId: id }),
})

/** A place on the waitlist was confirmed by the link of the email. */
export const WaitlistConfirmed = defineEvent({
  type: 'identity.waitlist.confirmed.v1',
  data: z.object({ entryId: id }),
})
