import { useLocale, useT } from '../../../i18n/i18n.js'
import { formatDate } from '../../../lib/format.js'
import { Button } from '../../../ui/button.js'
import { CopyButton } from '../../../ui/chain-name.js'
import { Code } from '../../../ui/code.js'
import { Card } from '../../../ui/layout.js'
import { useCreateIncomeFeedMutation, useDeleteIncomeFeedMutation, useGetIncomeFeedQuery } from './income-feed-api.js'

/** Creates and ends the address under which calendar applications read the days of the user's income. */
export function IncomeFeed() {
  const t = useT()
  const locale = useLocale()
  const { data, error } = useGetIncomeFeedQuery()
  const [create, created] = useCreateIncomeFeedMutation()
  const [remove, removed] = useDeleteIncomeFeedMutation()
  const address = created.data?.address
  const createdAt = data?.createdAt
  const end = async () => {
    const { error: refused } = await remove()
    if (!refused) created.reset()
  }
  return (
    <section className="no-print">
      <h2 className="text-22">{t('income.feed')}</h2>
      <p className="max-w-[72ch] pt-1 pb-4 text-15 text-ink-2">{t('income.feed.text')}</p>
      <Card className="flex flex-col items-start gap-4 p-5">
        <div role="status" className="flex w-full flex-col gap-3 empty:hidden">
          {address !== undefined && (
            <>
              <p className="flex w-full items-start justify-between gap-3 rounded-m bg-ground p-3 text-15">
                <Code text={address} />
                <CopyButton text={address} label={t('income.feed.address')} />
              </p>
              <p className="text-13 text-ink-2">{t('income.feed.once')}</p>
            </>
          )}
          {address === undefined && createdAt !== undefined && (
            <p className="text-15">{t('income.feed.since', { date: formatDate(createdAt, locale) })}</p>
          )}
          {(error || created.error || removed.error) && <p className="text-15 text-bad">{t('income.feed.error')}</p>}
        </div>
        <div className="flex flex-wrap gap-3">
          <Button
            kind="secondary"
            busyText={created.isLoading && t('income.feed.creating')}
            onClick={() => void create()}
          >
            {t(createdAt === undefined ? 'income.feed.create' : 'income.feed.replace')}
          </Button>
          {createdAt !== undefined && (
            <Button kind="quiet" busyText={removed.isLoading && t('income.feed.ending')} onClick={() => void end()}>
              {t('income.feed.end')}
            </Button>
          )}
        </div>
      </Card>
    </section>
  )
}
