import { APPROVAL_ID } from './property.js'

export const CONVERSATION_ID = '9f86d081884c7d659a2feaa0c55ad015'
export const ARTICLE_ID = 'cooling-off'
export const HANDOVER = {
  handoverId: '01a0d2c4-6f31-7c52-9d9f-2f3a5b6c7d81',
  requestedAt: '2026-11-23T08:12:00.000Z',
}

const text = (title: string, body: string, question: string) => ({ title, body, questions: [question] })

const CONTENT = {
  section: 'investing',
  reviewedAt: '2026-11-23',
  texts: {
    en: text(
      'Cooling-off period',
      'You can cancel a paid order until 48 hours after your payment or after the offering closes, whichever is later.',
      'What is the cooling-off period?',
    ),
    ar: text(
      'فترة التراجع',
      'يمكنك إلغاء طلب مدفوع حتى مرور 48 ساعة على دفعتك أو على إغلاق الطرح، أيهما وقع لاحقاً.',
      'ما هي فترة التراجع؟',
    ),
  },
} as const

/** A draft of an article that has a published version. */
export const ARTICLE = {
  articleId: ARTICLE_ID,
  state: 'proposed',
  version: 3,
  contentVersion: 1,
  published: CONTENT,
  draft: CONTENT,
  approvalId: APPROVAL_ID,
} as const

export const ARTICLE_CONTENT = CONTENT

export const LISTED_ARTICLE = {
  articleId: ARTICLE_ID,
  state: 'published',
  version: 1,
  contentVersion: 1,
  section: 'investing',
  title: { en: CONTENT.texts.en.title, ar: CONTENT.texts.ar.title },
  reviewedAt: '2026-11-23',
  reviewDueAt: '2027-05-22',
  isOverdue: false,
  ratings: { up: 12, down: 1 },
} as const

/** A proposal that waits for another person's decision. */
export const ARTICLE_CHANGE = {
  action: 'publish',
  outcome: 'pending',
  contentVersion: null,
  maker: '7f0c2a54-2d1e-4c7b-9a66-3f1d8f0f6a11',
  reason: 'Agrees with the new disclosure',
  requestedAt: '2026-11-23T08:00:00.000Z',
  checker: null,
  checkerReason: null,
  endedAt: null,
} as const

/** A request for a person by a visitor. */
export const LISTED_HANDOVER = {
  ...HANDOVER,
  userId: null,
  email: 'visitor@example.com',
  language: 'en',
  transcript: [
    {
      messageId: 'm1',
      text: 'What is the cooling-off period?',
      rating: null,
      reply: {
        messageId: 'm1',
        conversationId: '00000000000000000000000000000000',
        kind: 'answer',
        language: 'en',
        text: CONTENT.texts.en.body,
        sentences: [{ text: CONTENT.texts.en.body, citations: [1] }],
        citations: [
          {
            number: 1,
            articleId: ARTICLE_ID,
            title: CONTENT.texts.en.title,
            section: 'Investing',
            language: 'en',
            reviewedAt: '2026-11-23',
            href: '/knowledge-avenue/cooling-off',
          },
        ],
        figures: [],
        quickReplies: [],
        at: '2026-11-23T08:11:00.000Z',
      },
    },
  ],
} as const
