export const PATH_ID = 'your-money-and-shares'

/** An article as lists show it. */
export const LESSON_SUMMARY = {
  articleId: 'cooling-off',
  title: 'Cooling-off period',
  summary: 'You can cancel a paid order without a reason and without a penalty during the cooling-off period.',
  minutes: 1,
  reviewedAt: '2026-11-23',
  version: 1,
} as const

export const LESSON = {
  ...LESSON_SUMMARY,
  language: 'en',
  section: { id: 'investing', title: 'Investing' },
  paragraphs: ['You can cancel a paid order without a reason and without a penalty during the cooling-off period.'],
  related: [],
} as const

export const QUIZ_QUESTION = {
  questionId: 'unpaid',
  text: 'You reserve shares and don’t pay within 31 minutes. What happens?',
  options: [
    { optionId: 'a', text: 'The shares become available again and you pay nothing' },
    { optionId: 'b', text: 'The platform fee is charged anyway' },
  ],
} as const

export const QUIZ_ANSWER = { questionId: 'unpaid', optionId: 'a' } as const

export const QUIZ_RESULT = {
  ...QUIZ_ANSWER,
  right: 'a',
  why: [
    { optionId: 'a', text: 'You can extend an unpaid reservation once, unless it is a large one.' },
    { optionId: 'b', text: 'An unpaid reservation costs nothing.' },
  ],
} as const
