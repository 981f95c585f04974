import { auditedServices, type AuditedService, type AuditVerdict } from '@hissa/contracts/audit'
import { useState } from 'react'
import { useT, type MessageId } from '../../i18n/i18n.js'
import { Button } from '../../ui/button.js'
import { Card } from '../../ui/layout.js'
import { StatusBadge, type Tone } from '../../ui/status.js'
import { useLazyVerifyAuditQuery } from './oversight-api.js'
import { refusalText } from './oversight.js'

type Outcome = AuditVerdict | { state: 'failed'; text: MessageId }
type Outcomes = Partial<Record<AuditedService, Outcome>>

const TONES: Record<Outcome['state'], Tone> = { part: 'info', intact: 'good', broken: 'bad', failed: 'warn' }

/** Verifies the chain of each service, part by part, and shows how far it is intact or where it is broken. */
export function VerifyChains() {
  const t = useT()
  const [outcomes, setOutcomes] = useState<Outcomes>({})
  const [isBusy, setBusy] = useState(false)
  const [verify] = useLazyVerifyAuditQuery()
  /** Verifies parts until the end of a chain or its first fault. */
  const verifyOne = async (service: AuditedService) => {
    let cursor: string | undefined
    do {
      const { data, error } = await verify({ service, ...(cursor !== undefined && { cursor }) })
      const outcome: Outcome = data ? data.verdict : { state: 'failed', text: refusalText(error) }
      setOutcomes((before) => ({ ...before, [service]: outcome }))
      cursor = data?.cursor
    } while (cursor !== undefined)
  }
  const verifyAll = async () => {
    setBusy(true)
    setOutcomes({})
    for (const service of auditedServices) await verifyOne(service)
    setBusy(false)
  }
  const shown = auditedServices.flatMap((service) => {
    const outcome = outcomes[service]
    return outcome ? [{ service, outcome }] : []
  })
  return (
    <Card className="mb-6 flex flex-col items-start gap-3 p-5">
      <h2 className="text-15 font-medium tracking-normal">{t('oversight.verify')}</h2>
      <p className="max-w-[72ch] text-ink-2">{t('oversight.verifyText')}</p>
      <Button kind="secondary" size="s" busyText={isBusy && t('oversight.verifying')} onClick={() => void verifyAll()}>
        {t('oversight.verifyAll')}
      </Button>
      <div role="status" className="w-full empty:hidden">
        {shown.length > 0 && (
          <ul className="flex flex-col divide-y divide-line">
            {shown.map(({ service, outcome }) => (
              <li key={service} className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 py-2">
                <span>{t(`oversight.service.${service}`)}</span>
                <OutcomeBadge outcome={outcome} />
              </li>
            ))}
          </ul>
        )}
      </div>
    </Card>
  )
}

function OutcomeBadge({ outcome }: { outcome: Outcome }) {
  const t = useT()
  const text = () => {
    if (outcome.state === 'failed') return t(outcome.text)
    if (outcome.state === 'broken') return t(`oversight.broken.${outcome.reason}`, { row: outcome.seq })
    const { seq } = outcome.head
    if (outcome.state === 'intact' && seq === 0) return t('oversight.emptyChain')
    return t(outcome.state === 'intact' ? 'oversight.intact' : 'oversight.intactSoFar', { row: seq })
  }
  return <StatusBadge tone={TONES[outcome.state]}>{text()}</StatusBadge>
}
