import type { AppropriatenessAnswer, AppropriatenessQuestion } from '@hissa/contracts/investment'

/** The right option of each question about the risks. The product never sends it. */
const RIGHT: Readonly<Record<string, string>> = {
  ...{ loss: 'b', exit: 'c', income: 'a', cancel: 'b', ownership: 'c', target: 'a', savings: 'b' },
}

/** Returns the right answer to each question. Throws for a question that it does not know. */
export function rightAnswers(
  questions: readonly Pick<AppropriatenessQuestion, 'questionId'>[],
): AppropriatenessAnswer[] {
  return questions.map(({ questionId }) => {
    const optionId = RIGHT[questionId]
    if (!optionId) throw new Error(`the right answer to the question ${questionId} is not known`)
    return { questionId, optionId }
  })
}
