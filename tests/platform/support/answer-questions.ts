import type { Appropriateness } from '@hissa/contracts/investment'
import { rightAnswers } from '@hissa/testing-driver'

/** Answers the questions about the risks for the caller, who may then order. */
export async function answerQuestions(baseUrl: string, token: string): Promise<void> {
  const url = `${baseUrl}/api/appropriateness`
  const authorization = `Bearer ${token}`
  const { version, hash, questions } = (await (
    await fetch(url, { headers: { authorization } })
  ).json()) as Appropriateness
  const response = await fetch(`${url}/answers`, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json' },
    body: JSON.stringify({ version, hash, answers: rightAnswers(questions) }),
  })
  if (!response.ok) throw new Error(`the answers were refused with ${response.status}: ${await response.text()}`)
}
