import {
  ChangeEmailPreference,
  EmailLinkQuery,
  EmailPreferenceChange,
  GetEmailPreference,
  OneClick,
} from '../identity/index.js'
import {
  CountUnreadNotices,
  ListNotices,
  MarkNoticeRead,
  MarkNoticesRead,
  MarkNoticesReadBody,
  NoticesQuery,
} from '../notification/index.js'
import { EMAIL_LINK_TOKEN, NOTICE } from './examples/notices.js'
import { success, type Operation } from './operation.js'

const tag = 'notices'
const preference = { success: true, topic: 'verification', email: false }

/** The notices of the signed-in user, and the links of emails with which they are switched off. */
export const notices: readonly Operation[] = [
  {
    id: 'listNotices',
    method: 'get',
    path: '/api/notifications',
    tag,
    summary: 'List your notices, newest first',
    description:
      'Each event about which you get an email, also if you have switched off that email. The 200 newest are kept. ' +
      '`/ws/events` sends `notification.notice.changed.v1` when there is a new one, or one was read on any device.',
    calls: [ListNotices],
    query: NoticesQuery,
    response: {
      status: 200,
      description: 'A page of notices. `cursor` is absent on the last page.',
      schema: success(ListNotices.output),
      example: { success: true, notices: [NOTICE], count: 1 },
    },
  },
  {
    id: 'countUnreadNotices',
    method: 'get',
    path: '/api/notifications/unread',
    tag,
    summary: 'Count your unread notices',
    calls: [CountUnreadNotices],
    response: {
      status: 200,
      description: 'The number of unread notices.',
      schema: success(CountUnreadNotices.output),
      example: { success: true, unread: 3 },
    },
  },
  {
    id: 'markNoticesRead',
    method: 'post',
    path: '/api/notifications/read',
    tag,
    summary: 'Mark notices as read',
    description: 'Marks the notice `upTo` and all that arrived before it. One that arrives meanwhile stays unread.',
    calls: [MarkNoticesRead],
    body: { schema: MarkNoticesReadBody, example: { upTo: NOTICE.noticeId } },
    response: {
      status: 200,
      description: 'The number of notices that are still unread.',
      schema: success(MarkNoticesRead.output),
      example: { success: true, unread: 0 },
    },
  },
  {
    id: 'markNoticeRead',
    method: 'post',
    path: '/api/notifications/{id}/read',
    tag,
    summary: 'Mark a notice as read',
    calls: [MarkNoticeRead],
    params: { id: NOTICE.noticeId },
    response: {
      status: 200,
      description: 'The number of notices that are still unread.',
      schema: success(MarkNoticeRead.output),
      example: { success: true, unread: 2 },
    },
  },
  {
    id: 'getEmailPreference',
    method: 'get',
    path: '/api/email-preferences',
    tag,
    summary: 'Read what the link of an email is about',
    description: 'Needs no session: the signed token in the link of the email is the right to this one preference.',
    calls: [GetEmailPreference],
    query: EmailLinkQuery,
    response: {
      status: 200,
      description: 'The topic, and whether its emails are sent.',
      schema: success(GetEmailPreference.output),
      example: preference,
    },
  },
  {
    id: 'changeEmailPreference',
    method: 'put',
    path: '/api/email-preferences',
    tag,
    summary: 'Switch emails about the topic of a link off or on',
    calls: [ChangeEmailPreference],
    body: { schema: EmailPreferenceChange, example: { token: EMAIL_LINK_TOKEN, email: false } },
    response: {
      status: 200,
      description: 'The preference as saved.',
      schema: success(ChangeEmailPreference.output),
      example: preference,
    },
  },
  {
    id: 'unsubscribe',
    method: 'post',
    path: '/email-preferences',
    tag,
    summary: 'Unsubscribe with one click',
    description:
      'The address in the header `List-Unsubscribe` of an email (RFC 8058), for mailboxes. The body may also be ' +
      '`multipart/form-data`. With GET, the same address is the page on which a person chooses.',
    calls: [ChangeEmailPreference],
    query: EmailLinkQuery,
    body: {
      schema: OneClick,
      example: { 'List-Unsubscribe': 'One-Click' },
      contentType: 'application/x-www-form-urlencoded',
    },
    response: {
      status: 200,
      description: 'Emails about the topic are switched off.',
      schema: success(ChangeEmailPreference.output),
      example: preference,
    },
  },
]
