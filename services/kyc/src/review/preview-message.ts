import type { Input } from '@hissa/contracts'
import { disclosedReasons, type PreviewTicketMessage, type TicketMessage } from '@hissa/contracts/kyc'
import { languageFor } from '@hissa/texts'
import { decisionMail } from '@hissa/texts/kyc'
import { openCase, type Case } from '../cases/case.js'
import { statusOf } from '../cases/status.js'

const STATES = { approve: 'approved', reject: 'rejected', resubmit: 'resubmission' } as const
const ANY_CASE: Case = openCase(
  { caseId: 'preview', userId: 'preview' },
  { documentType: 'passport', issuingCountry: 'ARE' },
  new Date(0),
)

/** Returns what an applicant reads after a decision, by the code that renders the status page and the email. */
export function previewMessage({ decision, reasonCodes, locale }: Input<typeof PreviewTicketMessage>): TicketMessage {
  const decided: Case = { ...ANY_CASE, state: STATES[decision], decisionReasons: reasonCodes }
  const { reasons, nextAction } = statusOf(decided, locale)
  const { subject, blocks } = decisionMail(decision, disclosedReasons(reasonCodes), languageFor(locale))
  return {
    status: { reasons: reasons.map(({ text, fix }) => ({ text, fix })), nextAction: nextAction.text },
    email: { subject, blocks },
  }
}
