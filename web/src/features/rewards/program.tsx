import type { RewardsProgramView, RewardsTier } from '@hissa/contracts/investment'
import { useT } from '../../i18n/i18n.js'
import { formatCount } from '../../lib/format-count.js'
import { Card, DefinitionList } from '../../ui/layout.js'
import { DataTable } from '../../ui/table.js'

/** Returns a number of points with the separators of the language. */
export const figure = formatCount

/** How points are earned, what they are not, and the benefits of each tier. */
export function Program({ program, tier }: { program: RewardsProgramView; tier?: RewardsTier }) {
  const t = useT()
  const { firstInvestmentPoints, referralPoints, anniversaryPoints, expiryMonths, tiers } = program
  return (
    <div className="flex flex-col gap-10">
      <section className="flex flex-col gap-4">
        <h2 className="text-22">{t('rewards.earn.title')}</h2>
        <Card className="flex flex-col gap-4 px-6 py-5">
          <DefinitionList
            facts={[
              { term: t('rewards.kind.first_investment'), value: figure(firstInvestmentPoints) },
              { term: t('rewards.earn.referral'), value: figure(referralPoints) },
              { term: t('rewards.earn.anniversary'), value: figure(anniversaryPoints) },
              { term: t('rewards.earn.expiry'), value: t('rewards.earn.months', { months: expiryMonths }) },
            ]}
          />
          <p className="text-15 text-ink-2">{t('rewards.earn.when')}</p>
        </Card>
      </section>
      <section className="flex flex-col gap-4">
        <h2 className="text-22">{t('rewards.tiers.title')}</h2>
        <DataTable
          caption={t('rewards.tiers.title')}
          rows={tiers}
          rowKey={(row) => row.tier}
          columns={[
            {
              key: 'tier',
              header: t('rewards.tiers.tier'),
              lead: true,
              cell: (row) => (
                <span>
                  {t(`rewards.tier.${row.tier}`)}
                  {row.tier === tier && <span className="text-13 text-ink-2"> · {t('rewards.tiers.yours')}</span>}
                </span>
              ),
            },
            {
              key: 'from',
              header: t('rewards.tiers.from'),
              figures: true,
              cell: ({ fromPoints }) => figure(fromPoints),
            },
            {
              key: 'benefits',
              header: t('rewards.tiers.benefits'),
              cell: (row) => t(`rewards.benefit.${row.tier}`),
            },
          ]}
        />
      </section>
      <section className="flex flex-col gap-2">
        <h2 className="text-22">{t('rewards.rules.title')}</h2>
        <ul className="max-w-[68ch] list-disc ps-5 text-15 text-ink-2">
          {(['money', 'often', 'back', 'self', 'change'] as const).map((rule) => (
            <li key={rule} className="py-1">
              {t(`rewards.rules.${rule}`)}
            </li>
          ))}
        </ul>
      </section>
    </div>
  )
}
