import type { TokenView } from '@hissa/contracts/tokenisation'
import { useT } from '../../i18n/i18n.js'
import { Notice } from '../../ui/states.js'
import { Difference } from './reconciliation.js'

/** Says why nothing is issued at the moment; renders nothing for a live token. */
export function StateNotice({ token: { state, reconciliation } }: { token: TokenView }) {
  const t = useT()
  if (state === 'live') return null
  return (
    <div className="max-w-[860px] pb-8">
      {state === 'halted' ? (
        <Notice tone="bad" title={t('tokens.halted.title')}>
          {t('tokens.halted.text')}
          {reconciliation?.state === 'differs' && (
            <span className="block pt-1">
              <Difference reconciliation={reconciliation} />
            </span>
          )}
        </Notice>
      ) : (
        <Notice tone="info" title={t(state === 'deploying' ? 'tokens.deploying.title' : 'tokens.awaiting.title')}>
          {t(state === 'deploying' ? 'tokens.deploying.text' : 'tokens.awaiting.text')}
        </Notice>
      )}
    </div>
  )
}
