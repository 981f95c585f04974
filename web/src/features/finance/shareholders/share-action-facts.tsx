import type {
  ChainView,
  ShareAction,
  ShareDecisionView,
  ShareholderView,
  ShareScope,
} from '@hissa/contracts/tokenisation'
import { units as toUnits, type Units } from '@hissa/money'
import { PropertyTitle } from '../../../api/property-title.js'
import { useT } from '../../../i18n/i18n.js'
import { StackedFacts, useProposedFacts, WholeCode, WholePerson, type StackedFact } from '../decision-facts.js'

const NONE = toUnits(0)

interface ShareActionFactsProps {
  shareholder: ShareholderView
  chain: ChainView
  action: ShareAction
}

/** Shows what an action changes: the investor, the addresses in full, and the shares of each property. */
export function ShareActionFacts(props: ShareActionFactsProps) {
  return <StackedFacts facts={useActionFacts(props)} />
}

/** The same for a proposal, with its reason, maker and time: everything that a checker approves. */
export function ShareDecisionFacts({
  decision,
  ...props
}: Omit<ShareActionFactsProps, 'action'> & { decision: ShareDecisionView }) {
  const facts = useActionFacts({ ...props, action: decision.action, scope: decision.scope })
  return <StackedFacts facts={[...facts, ...useProposedFacts(decision)]} />
}

interface ActionFactsProps extends ShareActionFactsProps {
  /** What a proposal is about; without it, what the action would be about. */
  scope?: ShareScope | undefined
}

function useActionFacts({ shareholder, chain, action, scope }: ActionFactsProps): StackedFact[] {
  const t = useT()
  const address = (term: string, name: string): StackedFact => ({
    term,
    value: <WholeCode text={name} label={t('shareholders.copy.address')} />,
  })
  const way = scope?.to ? { from: scope.from, to: scope.to } : wayOf(shareholder, action)
  return [
    {
      term: t('shareholders.column.user'),
      value: <WholePerson id={shareholder.userId} />,
    },
    ...(way
      ? [address(t('shareholders.column.from'), way.from), address(t('shareholders.column.to'), way.to)]
      : [address(t('shareholders.column.address'), scope?.from ?? shareholder.address)]),
    { term: t('shareholders.chain'), value: <bdi>{chain.name}</bdi> },
    { term: t('shareholders.affected'), value: <AffectedShares {...{ shareholder, action, scope }} /> },
  ]
}

/** Returns the addresses that an action moves shares between; undefined if it moves none. */
function wayOf({ address, identity, relocations }: ShareholderView, action: ShareAction) {
  if (action.type === 'recover') return { from: address, to: identity }
  return action.type === 'move' || action.type === 'retry'
    ? relocations.find(({ relocationId }) => relocationId === action.relocationId)
    : undefined
}

/** Lists the shares of each property that an action applies to. */
function AffectedShares({ shareholder, action, scope }: Omit<ActionFactsProps, 'chain'>) {
  const t = useT()
  const only = scope ? scope.property?.propertyId : propertyOf(shareholder, action)
  const awaiting = new Map(shareholder.tokens.map((token) => [token.property.propertyId, token.unitsAwaiting]))
  const tokens = scope?.tokens ?? shareholder.tokens.filter(({ property }) => !only || property.propertyId === only)
  const isForAll = !only && (action.type === 'freeze' || action.type === 'unfreeze')
  return (
    <>
      {isForAll && <p>{t('shareholders.allProperties')}</p>}
      {tokens.length === 0 && !isForAll && <p>{t('shareholders.noShares')}</p>}
      <ul>
        {tokens.map(({ property, units }) => (
          <li key={property.propertyId} className="flex justify-between gap-x-4 max-md:flex-col">
            <PropertyTitle property={property} />
            <span>
              {t('finance.transferOf', { count: units })}
              <Awaiting units={awaiting.get(property.propertyId) ?? NONE} />
            </span>
          </li>
        ))}
      </ul>
    </>
  )
}

function Awaiting({ units }: { units: Units }) {
  const t = useT()
  return units > 0 && ` · ${t('shareholders.moreAwaiting', { count: units })}`
}

/** Returns the id of the only property that an action applies to; undefined for all. */
function propertyOf({ freezes }: ShareholderView, action: ShareAction): string | undefined {
  if (action.type === 'freeze') return action.propertyId
  if (action.type !== 'unfreeze') return undefined
  return freezes.find(({ freezeId }) => freezeId === action.freezeId)?.property?.propertyId
}
