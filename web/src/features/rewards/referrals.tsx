import type { ReferralState, ReferralView } from '@hissa/contracts/investment'
import { PagedTable } from '../../api/paged-table.js'
import { useLocale, useT } from '../../i18n/i18n.js'
import { formatShortDate } from '../../lib/format.js'
import { log } from '../../lib/log.js'
import { showToast } from '../../lib/toast.js'
import { Button } from '../../ui/button.js'
import { Card } from '../../ui/layout.js'
import { EmptyState } from '../../ui/states.js'
import { StatusBadge, type Tone } from '../../ui/status.js'
import { useGetReferralsInfiniteQuery } from './rewards-api.js'

const TONES: Record<ReferralState, Tone> = {
  ...{ joined: 'info', pending: 'warn', rewarded: 'good', reversed: 'bad', refused: 'neutral' },
}

/** The referral link, and the state of each account that was opened with it, without its person. `#referrals` leads here. */
export function Referrals() {
  const t = useT()
  const locale = useLocale()
  const query = useGetReferralsInfiniteQuery()
  const link = query.data?.pages[0]?.link
  return (
    <section id="referrals" className="flex scroll-mt-24 flex-col gap-4">
      <h2 className="text-22">{t('rewards.referrals.title')}</h2>
      <p className="max-w-[68ch] text-15 text-ink-2">{t('rewards.referrals.lead')}</p>
      {link !== undefined && <OwnLink link={link} />}
      <PagedTable<ReferralView>
        query={query}
        caption={t('rewards.referrals.title')}
        rowKey={({ referralId }) => referralId}
        columns={[
          {
            key: 'joined',
            header: t('rewards.referrals.joined'),
            lead: true,
            cell: ({ joinedAt }) => formatShortDate(joinedAt, locale),
          },
          {
            key: 'state',
            header: t('rewards.column.state'),
            end: true,
            cell: ({ state }) => <StatusBadge tone={TONES[state]}>{t(`rewards.referral.${state}`)}</StatusBadge>,
          },
        ]}
        words={{ loading: t('rewards.loading'), error: t('rewards.error'), errorText: t('rewards.errorText') }}
        empty={<EmptyState title={t('rewards.referrals.empty')} text={t('rewards.referrals.emptyText')} />}
        placeholder="h-40 w-full"
      />
    </section>
  )
}

/** Copies the link, or opens the device's own list of apps to share it with. */
function OwnLink({ link }: { link: string }) {
  const t = useT()
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(link)
      showToast({ kind: 'success', text: t('ui.copied') })
    } catch (error) {
      log('warn', 'The browser did not copy the link', error)
      showToast({ kind: 'error', text: t('ui.notCopied', { text: link }) })
    }
  }
  const share = () => navigator.share({ title: t('rewards.title'), url: link }).catch(() => undefined)
  return (
    <Card className="flex flex-col items-start gap-4 px-6 py-5">
      <div className="max-w-full">
        <p className="text-13 text-ink-2">{t('rewards.referrals.link')}</p>
        <p className="text-15 break-all">
          <bdi dir="ltr">{link}</bdi>
        </p>
      </div>
      <div className="flex flex-wrap gap-3">
        <Button onClick={() => void copy()}>{t('rewards.referrals.copy')}</Button>
        {'share' in navigator && (
          <Button kind="secondary" onClick={() => void share()}>
            {t('rewards.referrals.share')}
          </Button>
        )}
      </div>
    </Card>
  )
}
