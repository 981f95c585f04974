import type { ReactNode } from 'react'
import { useT } from '../../i18n/i18n.js'
import { CopyButton } from '../../ui/chain-name.js'
import { When } from '../../ui/when.js'
import { Person, useName } from './people.js'

export interface StackedFact {
  term: string
  value: ReactNode
}

/** Lists facts with each value below its term, for values too long for a line, such as addresses. */
export function StackedFacts({ facts }: { facts: readonly StackedFact[] }) {
  return (
    <dl className="divide-y divide-line border-y border-line text-13">
      {facts.map(({ term, value }) => (
        <div key={term} className="py-2">
          <dt className="text-ink-2">{term}</dt>
          <dd className="text-ink">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

/** Shows the whole of an address or a reference, and copies it. */
export function WholeCode({ text, label }: { text: string; label: string }) {
  return (
    <span className="flex min-h-8 items-center justify-between gap-3 max-md:min-h-11">
      <bdi dir="ltr" className="min-w-0 break-all">
        {text}
      </bdi>
      <CopyButton text={text} label={label} />
    </span>
  )
}

/** Shows an investor by name above the whole id, which can be copied. */
export function WholePerson({ id }: { id: string }) {
  const t = useT()
  const name = useName(id)
  return (
    <>
      {name && <bdi>{name}</bdi>}
      <WholeCode text={id} label={t('finance.copyReference')} />
    </>
  )
}

interface Proposed {
  maker: string
  reason: string
  requestedAt: string
}

/** Returns who proposed an action, when and why. */
export function useProposedFacts({ maker, reason, requestedAt }: Proposed): StackedFact[] {
  const t = useT()
  return [
    {
      term: t('finance.proposalReason'),
      value: (
        <span className="wrap-anywhere">
          <bdi>{reason}</bdi>
        </span>
      ),
    },
    { term: t('finance.column.maker'), value: <Person withId id={maker} /> },
    { term: t('finance.column.requested'), value: <When at={requestedAt} /> },
  ]
}
