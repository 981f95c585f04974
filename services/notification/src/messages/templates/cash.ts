import { withdrawalReference } from '@hissa/contracts/investment'
import { languageFor } from '@hissa/texts'
import { emailTexts } from '../../texts/emails.js'
import type { Mail, Reader, WithdrawalMessage } from '../message.js'
import { layOut } from './layout.js'
import { pageUrl } from './links.js'
import { greeting, moment, money } from './words.js'

/** The page with the cash, its bank accounts and its withdrawals. */
const CASH = '/cash'

/** Renders the message with the code that confirms a bank account. `iban` is masked. */
export function renderBankAccountCode(
  reader: Reader,
  values: { code: string; iban: string; expiresAt: Date; publicUrl: string },
): Mail {
  const language = languageFor(reader.language)
  const t = emailTexts(language)
  const until = t('email.code.until', { at: moment(values.expiresAt, language) })
  return layOut(
    {
      subject: t('email.bankAccount.subject'),
      greeting: greeting(reader, language),
      blocks: [
        { kind: 'text', text: t('email.bankAccount.intro') },
        { kind: 'rows', rows: [[t('email.cash.account'), values.iban]] },
        { kind: 'code', code: values.code },
        { kind: 'text', text: `${t('email.bankAccount.use')} ${until}` },
        { kind: 'text', text: t('email.bankAccount.ignore') },
        { kind: 'link', label: t('email.cash.open'), url: pageUrl(values.publicUrl, CASH, language) },
      ],
    },
    language,
  )
}

/** Renders the message about a step of a withdrawal. */
export function renderWithdrawal(reader: Reader, message: WithdrawalMessage & { publicUrl: string }): Mail {
  const language = languageFor(reader.language)
  const t = emailTexts(language)
  const { template, withdrawalId, amountFils, at, publicUrl } = message
  const amount = money(amountFils, language)
  const step = template.slice('withdrawal-'.length) as 'requested' | 'sent' | 'paid' | 'rejected' | 'returned'
  return layOut(
    {
      subject: t(`email.withdrawal.${step}.subject`, { amount }),
      greeting: greeting(reader, language),
      blocks: [
        { kind: 'text', text: t(`email.withdrawal.${step}.intro`) },
        {
          kind: 'rows',
          rows: [
            [t('email.cash.amount'), amount],
            [t('email.cash.reference'), withdrawalReference(withdrawalId)],
            [t('email.cash.at'), moment(at, language)],
          ],
        },
        { kind: 'text', text: t(`email.withdrawal.${step}.next`) },
        { kind: 'link', label: t('email.cash.open'), url: pageUrl(publicUrl, CASH, language) },
      ],
    },
    language,
  )
}
