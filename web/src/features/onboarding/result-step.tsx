import { stepToCorrect, type KycStatus } from '@hissa/contracts/kyc'
import { useConfig } from '../../api/services.js'
import { Text, useLocale, useT, type MessageId } from '../../i18n/i18n.js'
import { cx } from '../../lib/cx.js'
import { formatDateTime } from '../../lib/format.js'
import { addressAmount } from '../../lib/invest-amount.js'
import { useAmountsHidden } from '../../lib/use-amounts-hidden.js'
import { ButtonLink } from '../../ui/button.js'
import { Icon } from '../../ui/icons.js'
import { Card } from '../../ui/layout.js'
import { TextLink } from '../../ui/link.js'
import { Money } from '../../ui/money.js'
import { StatusBadge, type Tone } from '../../ui/status.js'
import { useGetKycStatusQuery } from './kyc-api.js'

const POLL_MS = 15_000

const VERDICT: Record<KycStatus['state'], { tone: Tone; word: MessageId; title: MessageId }> = {
  not_started: { tone: 'neutral', word: 'onboarding.state.open', title: 'onboarding.result.open' },
  collecting: { tone: 'neutral', word: 'onboarding.state.open', title: 'onboarding.result.open' },
  in_review: { tone: 'info', word: 'onboarding.state.checking', title: 'onboarding.result.checking' },
  resubmission: { tone: 'warn', word: 'onboarding.state.action', title: 'onboarding.result.resubmission' },
  approved: { tone: 'good', word: 'onboarding.state.approved', title: 'onboarding.result.approved' },
  rejected: { tone: 'bad', word: 'onboarding.state.rejected', title: 'onboarding.result.rejected' },
}

/** Renders the third step: the status of the verification, its reason and the next action. Refreshes on live events. */
export function ResultStep({ kyc, next }: { kyc: KycStatus; next: string | null }) {
  const t = useT()
  const locale = useLocale()
  // The socket reports changes at once; polling covers a missed event.
  useGetKycStatusQuery(locale, {
    pollingInterval: kyc.state === 'in_review' ? POLL_MS : 0,
    skipPollingIfUnfocused: true,
  })
  const { tone, word, title } = VERDICT[kyc.state]
  return (
    <div className="flex flex-col gap-6">
      <div aria-live="polite">
        <StatusBadge tone={tone}>{t(word)}</StatusBadge>
        <h2 tabIndex={-1} className="mt-3 text-26">
          {t(title)}
        </h2>
        <p className="mt-2 text-15 text-ink-2">{kyc.nextAction.text}</p>
        {kyc.state === 'in_review' && kyc.expectedBy && (
          <p className="mt-1 text-15 text-ink-2">
            {t('onboarding.result.expectedBy', { time: formatDateTime(kyc.expectedBy, locale) })}
          </p>
        )}
      </div>
      <Reasons kyc={kyc} />
      <Stages kyc={kyc} />
      <NextAction kyc={kyc} next={next} />
      <TextLink to="/profile" className="inline-flex min-h-11 items-center self-start text-15">
        {t('onboarding.result.details')}
      </TextLink>
    </div>
  )
}

function Reasons({ kyc }: { kyc: KycStatus }) {
  const t = useT()
  if (kyc.reasons.length === 0) return null
  return (
    <Card className="p-5">
      <h3 className="text-15 font-medium">{t('onboarding.result.reasons')}</h3>
      <ul className="mt-2 flex flex-col gap-4">
        {kyc.reasons.map(({ code, text, fix }) => (
          <li key={code} className="flex items-start gap-3 text-15">
            <Icon name="alert" className="mt-0.5 text-warn" />
            <div>
              <p>{text}</p>
              {fix && <p className="text-13 text-ink-2">{fix}</p>}
              {fix && (
                <TextLink
                  to={`/onboarding?step=${stepToCorrect([code])}`}
                  className="inline-flex min-h-11 items-center text-13"
                >
                  {t(
                    stepToCorrect([code]) === 'profile'
                      ? 'onboarding.result.fixProfile'
                      : 'onboarding.result.fixDocument',
                  )}
                </TextLink>
              )}
            </div>
          </li>
        ))}
      </ul>
    </Card>
  )
}

/** Shows the stages of a case, each with a word, a shape and, if known, a time. */
function Stages({ kyc }: { kyc: KycStatus }) {
  const t = useT()
  const locale = useLocale()
  return (
    <ol aria-label={t('onboarding.stages')} className="flex flex-col">
      {kyc.stages
        .filter(({ state }) => state !== 'skipped')
        .map(({ key, state, at }) => (
          <li key={key} className="flex items-baseline gap-3 border-t border-line py-3 text-15 last:border-b">
            <span
              className={cx(
                'flex w-5 shrink-0 justify-center self-center',
                state === 'done' ? 'text-good' : state === 'current' ? 'text-info' : 'text-ink-3',
              )}
            >
              <Icon
                name={state === 'done' ? 'check' : 'clock'}
                size={16}
                className={state === 'upcoming' ? 'opacity-60' : undefined}
              />
            </span>
            <span
              className={cx(
                'flex-1',
                state === 'upcoming' ? 'text-ink-2' : 'text-ink',
                state === 'current' && 'font-medium',
              )}
            >
              {t(`onboarding.stage.${key}`)}
              <span className="sr-only"> {t(`onboarding.stage.state.${state}`)}</span>
            </span>
            <span className="text-13 text-ink-2">
              {at
                ? t('ui.date.exact', { time: formatDateTime(at, locale) })
                : state === 'current'
                  ? t('onboarding.stage.now')
                  : ''}
            </span>
          </li>
        ))}
    </ol>
  )
}

function NextAction({ kyc, next }: { kyc: KycStatus; next: string | null }) {
  const t = useT()
  switch (kyc.nextAction.code) {
    case 'invest':
      return (
        <ButtonLink to={next ?? '/properties'}>
          <WayBack next={next} otherwise={next ? 'onboarding.result.continue' : 'onboarding.result.properties'} />
        </ButtonLink>
      )
    case 'fix':
    case 'start_again':
      return (
        <ButtonLink to={`/onboarding?step=identity${next ? `&next=${encodeURIComponent(next)}` : ''}`}>
          {t(`onboarding.result.${kyc.nextAction.code}`)}
        </ButtonLink>
      )
    case 'wait':
      return (
        <ButtonLink kind="secondary" to={next ?? '/properties'}>
          <WayBack next={next} otherwise="onboarding.result.meanwhile" />
        </ButtonLink>
      )
    case 'contact_support':
      return <Contact />
    default:
      return null
  }
}

/** Names the investment that the user came from, if the page to return to has its amount. */
function WayBack({ next, otherwise }: { next: string | null; otherwise: MessageId }) {
  const t = useT()
  const isHidden = useAmountsHidden()
  const amountFils = addressAmount(new URLSearchParams(next?.split('?')[1]).get('amount'))
  if (amountFils === null) return t(otherwise)
  if (isHidden) return t('onboarding.result.back')
  return <Text id="onboarding.result.backToAmount" components={{ money: <Money fils={amountFils} /> }} />
}

/** Shows the contact mailbox as a button and as an address to copy. */
function Contact() {
  const t = useT()
  const { contactEmail } = useConfig()
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <ButtonLink to={`mailto:${contactEmail}`}>{t('shell.contact')}</ButtonLink>
      <bdi dir="ltr" className="text-13 wrap-anywhere text-ink-2">
        {contactEmail}
      </bdi>
    </div>
  )
}
