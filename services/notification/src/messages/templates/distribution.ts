import { languageFor } from '@hissa/texts'
import { emailTexts } from '../../texts/emails.js'
import type { DistributionMessage, Mail, Reader } from '../message.js'
import { layOut } from './layout.js'
import { pageUrl } from './links.js'
import { greeting, moment, money } from './words.js'

export type PaidDistribution = DistributionMessage & { title: string; publicUrl: string }

/** Renders the message to an investor who was paid a part of a property's net income, with how it was computed. */
export function renderDistribution(reader: Reader, paid: PaidDistribution): Mail {
  const language = languageFor(reader.language)
  const t = emailTexts(language)
  const { title, period, units, unitsIssued, netIncomeFils, amountFils, at, publicUrl } = paid
  const amount = money(amountFils, language)
  const [year, quarter] = [period.slice(0, 4), period.slice(-1)]
  return layOut(
    {
      subject: t('email.distribution.subject', { amount, title }),
      greeting: greeting(reader, language),
      blocks: [
        { kind: 'text', text: t('email.distribution.intro', { amount }) },
        {
          kind: 'rows',
          rows: [
            [t('email.order.property'), title],
            [t('email.distribution.period'), t('email.distribution.quarter', { quarter, year })],
            [t('email.distribution.netIncome'), money(netIncomeFils, language)],
            [t('email.distribution.shares'), t('email.distribution.sharesOf', { units, unitsIssued })],
            [t('email.distribution.amount'), amount],
            [t('email.distribution.at'), moment(at, language)],
          ],
        },
        { kind: 'text', text: t('email.distribution.next') },
        { kind: 'link', label: t('email.order.open'), url: pageUrl(publicUrl, '/investor-dashboard', language) },
      ],
    },
    language,
  )
}
