import { languageFor } from '@hissa/texts'
import { decisionMail } from '@hissa/texts/kyc'
import type { Mail, Reader } from '../message.js'
import { layOut } from './layout.js'
import { pageUrl, unsubscribeLink } from './links.js'
import { greeting } from './words.js'

interface Decided {
  reasonCodes: readonly string[]
  publicUrl: string
}

function render(
  decision: Parameters<typeof decisionMail>[0],
  reader: Reader,
  { reasonCodes, publicUrl }: Decided,
): Mail {
  const language = languageFor(reader.language)
  const { subject, blocks } = decisionMail(decision, reasonCodes, language)
  const laid = blocks.map((block) =>
    block.kind === 'link'
      ? { kind: block.kind, label: block.label, url: pageUrl(publicUrl, block.path, language) }
      : block,
  )
  const unsubscribe = unsubscribeLink(reader, publicUrl, language)
  return layOut({ subject, greeting: greeting(reader, language), blocks: laid, unsubscribe }, language)
}

/** Renders the message that the applicant is verified. */
export const renderKycApproved = (reader: Reader, { publicUrl }: { publicUrl: string }): Mail =>
  render('approve', reader, { reasonCodes: [], publicUrl })

/** Renders the message of a rejection: its reasons, and whether the applicant can start over. */
export const renderKycRejected = (reader: Reader, decided: Decided): Mail => render('reject', reader, decided)

/** Renders the request for a new submission: what to correct, and where. */
export const renderKycResubmission = (reader: Reader, decided: Decided): Mail => render('resubmit', reader, decided)
