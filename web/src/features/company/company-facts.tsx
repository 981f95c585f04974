import type { ReactNode } from 'react'
import { RegulatorLine } from '../../api/regulator-line.js'
import { useConfig } from '../../api/services.js'
import { Text, useT, type MessageId } from '../../i18n/i18n.js'

/** States who answers for the platform, as configured. Says of what isn't set that it isn't. */
export function CompanyFacts() {
  const t = useT()
  const { companyLine, complaintsAnswerDays, clientMoneyBank, contactEmail } = useConfig()
  const set = (text: string | null | undefined) => (text ? <bdi>{text}</bdi> : t('ui.notStated'))
  const mail = { mail: <bdi dir="ltr">{contactEmail}</bdi> }
  const complaints = complaintsAnswerDays ? (
    <Text id="company.legal.complaintsBy" values={{ count: complaintsAnswerDays }} components={mail} />
  ) : (
    <Text id="company.legal.complaintsNotSet" components={mail} />
  )
  const facts: ReadonlyArray<readonly [MessageId, ReactNode]> = [
    ['company.legal.company', set(companyLine)],
    ['company.legal.regulator', <RegulatorLine />],
    ['company.legal.complaints', complaints],
    ['company.legal.bank', set(clientMoneyBank)],
  ]
  return (
    <dl className="mt-3 flex flex-col gap-3 text-15">
      {facts.map(([term, value]) => (
        <div key={term} className="grid gap-x-6 md:grid-cols-[200px_1fr]">
          <dt className="font-medium">{t(term)}</dt>
          <dd className="wrap-anywhere text-ink-2">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
