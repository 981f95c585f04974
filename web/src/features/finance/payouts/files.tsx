import type { PaymentFileView, PayoutDifferenceView } from '@hissa/contracts/investment'
import { DocumentButton } from '../../../api/document-button.js'
import { useT } from '../../../i18n/i18n.js'
import { StatusBadge } from '../../../ui/status.js'
import { When } from '../../../ui/when.js'
import { amountColumn } from '../columns.js'
import { DeskTable, type DeskColumn } from '../desk-table.js'
import { Section } from '../detail-section.js'
import { dubaiText } from '../parts.js'
import { Person } from '../people.js'

const TONES = { approved: 'info', released: 'info', delivered: 'good', recalled: 'bad' } as const

/** The newest payment files, each with its download unless it must not reach the bank. */
export function Files({ files }: { files: readonly PaymentFileView[] }) {
  const t = useT()
  const columns: Array<DeskColumn<PaymentFileView>> = [
    {
      key: 'approved',
      header: t('payouts.column.approved'),
      lead: true,
      text: ({ approvedAt }) => dubaiText(approvedAt),
      order: ({ approvedAt }) => approvedAt,
      cell: ({ approvedAt }) => <When at={approvedAt} />,
    },
    {
      key: 'payments',
      header: t('payouts.payments'),
      figures: true,
      text: ({ payments }) => String(payments),
      order: ({ payments }) => payments,
    },
    amountColumn('total', t('payouts.total'), ({ totalFils }) => totalFils),
    {
      key: 'maker',
      header: t('payouts.maker'),
      text: ({ maker }) => maker,
      person: ({ maker }) => maker,
      cell: ({ maker }) => <Person id={maker} />,
    },
    {
      key: 'checker',
      header: t('payouts.checker'),
      text: ({ checker }) => checker,
      person: ({ checker }) => checker,
      cell: ({ checker }) => <Person id={checker} />,
    },
    { key: 'sha256', header: 'SHA-256', fileOnly: true, text: ({ sha256 }) => sha256 },
    {
      key: 'state',
      header: t('payouts.column.state'),
      text: ({ state }) => t(`payouts.file.${state}`),
      cell: ({ state }) => <StatusBadge tone={TONES[state]}>{t(`payouts.file.${state}`)}</StatusBadge>,
    },
    {
      key: 'actions',
      header: t('finance.column.actions'),
      end: true,
      bare: true,
      cell: ({ fileId, state }) =>
        state === 'recalled' ? null : (
          <DocumentButton
            path={`/api/finance/payment-files/${encodeURIComponent(fileId)}`}
            name={`payments-${fileId}`}
            refused={{ PAYMENT_FILE_RECALLED: t('payouts.refused.recalled') }}
          >
            {t('payouts.download')}
          </DocumentButton>
        ),
    },
  ]
  return (
    <Section title={t('payouts.files')} empty={t('payouts.filesEmpty')} rows={files}>
      {(caption, rows) => (
        <DeskTable {...{ caption, columns, rows }} rowKey={({ fileId }) => fileId} file="payment-files" />
      )}
    </Section>
  )
}

/** Entries of bank statements that no withdrawal explains. */
export function Differences({ differences }: { differences: readonly PayoutDifferenceView[] }) {
  const t = useT()
  const columns: Array<DeskColumn<PayoutDifferenceView>> = [
    {
      key: 'why',
      header: t('payouts.column.difference'),
      lead: true,
      text: ({ why }) => t(`payouts.why.${why}`),
    },
    { key: 'entry', header: t('payouts.column.entry'), text: ({ entry }) => t(`payouts.entry.${entry}`) },
    amountColumn('amount', t('payouts.column.amount'), ({ amountFils }) => amountFils),
    {
      key: 'endToEndId',
      header: t('payouts.column.endToEndId'),
      text: ({ endToEndId = '' }) => endToEndId,
      cell: ({ endToEndId = '' }) => (
        <bdi dir="ltr" className="break-all">
          {endToEndId}
        </bdi>
      ),
    },
    {
      key: 'statement',
      header: t('payouts.statement'),
      text: ({ statementId }) => statementId,
      cell: ({ statementId }) => <bdi className="break-all">{statementId}</bdi>,
    },
    {
      key: 'opened',
      header: t('payouts.column.opened'),
      end: true,
      text: ({ openedAt }) => dubaiText(openedAt),
      order: ({ openedAt }) => openedAt,
      cell: ({ openedAt }) => <When at={openedAt} />,
    },
  ]
  return (
    <Section title={t('payouts.differences')} empty={t('payouts.differencesEmpty')} rows={differences}>
      {(caption, rows) => (
        <DeskTable
          {...{ caption, columns, rows }}
          rowKey={({ differenceId }) => differenceId}
          file="bank-differences"
        />
      )}
    </Section>
  )
}
