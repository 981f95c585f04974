import type { OwnFreezeView } from '@hissa/contracts/tokenisation'
import { useT } from '../../i18n/i18n.js'
import { TextLink } from '../../ui/link.js'
import { Notice } from '../../ui/states.js'

/** Says which shares are frozen, why, what it means for the holder, and whom to ask. */
export function FrozenNotice({ freezes }: { freezes: readonly OwnFreezeView[] }) {
  const t = useT()
  const isAll = freezes.some(({ kind }) => kind === 'account')
  const titles = freezes.flatMap(({ kind, property }) => (kind === 'property' && property ? [property.title] : []))
  const effects = [
    t('wallet.frozenNoTransfer'),
    t('wallet.frozenOwned'),
    t('wallet.frozenPaid'),
    t('wallet.frozenLater'),
  ]
  return (
    <div className="max-w-[860px]">
      <Notice tone="warn" title={t(isAll ? 'wallet.frozenAll' : 'wallet.frozenSome')}>
        {isAll ? <p>{t('wallet.frozenAllText')}</p> : <Titles intro={t('wallet.frozenSomeText')} titles={titles} />}
        <p className="mt-3">{t('wallet.frozenWhy')}</p>
        <p className="mt-3 font-medium text-ink">{t('wallet.frozenMeans')}</p>
        <ul className="mt-1 flex list-disc flex-col gap-1 ps-5">
          {effects.map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
        <p className="mt-3">
          {t('wallet.frozenContact')}{' '}
          <TextLink to="/contact" className="inline-flex items-center max-md:min-h-11 max-md:min-w-11">
            {t('wallet.contact')}
          </TextLink>
        </p>
      </Notice>
    </div>
  )
}

/** Says which of the user's tokens are paused: this is about the tokens, and no measure against the holder. */
export function PausedNotice({ freezes }: { freezes: readonly OwnFreezeView[] }) {
  const t = useT()
  const titles = freezes.flatMap(({ kind, property }) => (kind === 'token_paused' && property ? [property.title] : []))
  if (titles.length === 0) return null
  return (
    <div className="max-w-[860px]">
      <Notice tone="warn" title={t('wallet.paused')}>
        <Titles intro={t('wallet.pausedText')} titles={titles} />
        <p className="mt-3">{t('wallet.pausedMeans')}</p>
      </Notice>
    </div>
  )
}

function Titles({ intro, titles }: { intro: string; titles: readonly string[] }) {
  return (
    <>
      <p>{intro}</p>
      <ul className="mt-1 flex list-disc flex-col gap-1 ps-5">
        {titles.map((title) => (
          <li key={title}>
            <bdi>{title}</bdi>
          </li>
        ))}
      </ul>
    </>
  )
}
