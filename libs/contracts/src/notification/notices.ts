import * as z from 'zod/mini'
import { count, cursor, defineEvent, defineRpc, fils, id, isoDateTime, units, version } from '../core.js'
import { NOT_FOUND, VALIDATION_FAILED } from '../errors.js'
import { pageLimit } from '../query.js'

/** Notices that are kept of one user; the oldest are removed. */
export const MOST_NOTICES = 200

/** Events of an order that its investor is told about. */
export const OrderNoticeKind = z.enum([
  'lapsed',
  'released',
  'notEligible',
  'offeringEnded',
  'started',
  'startedNotEligible',
  'startedAnnualLimit',
  'startedOfferingEnded',
  'startedAfterDispute',
  'startedRest',
  'startedAgain',
  'feeRefundStarted',
  'completed',
  'completedByTransfer',
  'completedByDispute',
  'cancelled',
  'cancelledByStaff',
  'cancelledOfferingEnded',
  'cancelledReturned',
  'returned',
  'returnedByStaff',
  'returnedOfferingEnded',
  'allotted',
  'issued',
  'disputed',
  'disputeWon',
  'held',
  'coolingOff',
  'reopened',
  'extended',
])

/** What a notice tells; clients have a text for each. One of a later release than the client has a general text. */
export const NoticeKind = z.enum([
  ...OrderNoticeKind.options,
  'paymentReceived',
  'resetCode',
  'emailCode',
  'passwordChanged',
  'emailChanged',
  'sharesReceived',
  'sharesTransferred',
  'incomePaid',
  'bankAccountCode',
  'withdrawalRequested',
  'withdrawalSent',
  'withdrawalPaid',
  'withdrawalRejected',
  'withdrawalReturned',
  'movedToWallet',
  'movedBack',
  'recovered',
  'moveDeclined',
  'moveCancelled',
  'verified',
  'notVerified',
  'moreInformation',
])
export type NoticeKind = z.infer<typeof NoticeKind>

/** A notice of an event to one user, with what its text and its link need. */
export const Notice = z.object({
  noticeId: id,
  kind: NoticeKind,
  /** The business time of the event. Notices are listed in the order in which they arrived. */
  at: isoDateTime,
  isRead: z.boolean(),
  orderId: z.optional(id),
  propertyId: z.optional(id),
  /** Names of the property. Absent until its publication has arrived. */
  title: z.optional(z.string()),
  titleAr: z.optional(z.string()),
  /** The amount that the event is about. */
  amountFils: z.optional(fils),
  units: z.optional(units),
  /** The end of the cooling-off period, or the new deadline. */
  until: z.optional(isoDateTime),
})
export type Notice = z.infer<typeof Notice>

/** Lists the caller's notices, those that arrived last first. */
export const ListNotices = defineRpc({
  name: 'notification.listNotices',
  access: 'user',
  input: z.object({
    cursor: z.optional(cursor),
    limit: z._default(z.int().check(z.gte(1), z.lte(100)), 20),
  }),
  output: z.object({ notices: z.array(Notice), count, cursor: z.optional(z.string()) }),
  errors: [VALIDATION_FAILED],
})

/** Query of `GET /notifications`. */
export const NoticesQuery = z.object({ cursor: z.optional(cursor), limit: z.optional(pageLimit) })
export type NoticesQuery = z.infer<typeof NoticesQuery>

/** Counts the caller's unread notices. */
export const CountUnreadNotices = defineRpc({
  name: 'notification.countUnreadNotices',
  access: 'user',
  input: z.object({}),
  output: z.object({ unread: count }),
  errors: [],
})

/** Marks one of the caller's notices as read. Repeating it changes nothing. */
export const MarkNoticeRead = defineRpc({
  name: 'notification.markNoticeRead',
  access: 'user',
  input: z.object({ noticeId: id }),
  output: z.object({ unread: count }),
  errors: [NOT_FOUND],
})

/** Marks one of the caller's notices and all that arrived before it as read; later ones stay unread. */
export const MarkNoticesRead = defineRpc({
  name: 'notification.markNoticesRead',
  access: 'user',
  input: z.object({ upTo: id }),
  output: z.object({ unread: count }),
  errors: [NOT_FOUND],
})

/** Body of `POST /notifications/read`: the newest notice that the user has seen. */
export const MarkNoticesReadBody = z.object({ upTo: id })

/**
 * A user has a new notice, or has read some. Says neither which nor what they tell: readers ask notification. `version`
 * counts the changes of one user.
 */
export const NoticeChanged = defineEvent({
  type: 'notification.notice.changed.v1',
  data: z.object({ userId: id, version }),
})
