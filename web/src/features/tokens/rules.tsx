import type { TokenModuleView } from '@hissa/contracts/tokenisation'
import { useLocale, useT } from '../../i18n/i18n.js'
import { nameOfCountry } from '../../lib/countries.js'
import { formatCount } from '../../lib/format-count.js'
import { formatDateTime } from '../../lib/format.js'
import { Icon } from '../../ui/icons.js'
import { Section } from './section.js'

/** Lists in words the rules that the contract applies to every issue and transfer. */
export function Rules({ modules }: { modules: readonly TokenModuleView[] }) {
  const t = useT()
  return (
    <Section title={t('tokens.rules.title')} text={t('tokens.rules.text')}>
      {modules.length === 0 ? (
        <p className="text-15">{t('tokens.rules.none')}</p>
      ) : (
        <ul className="divide-y divide-line border-y border-line">
          {modules.map((rule) => (
            <li key={rule.address} className="flex gap-3 py-3 text-15">
              <Icon name="lock" className="mt-0.5 text-ink-2" />
              <div className="min-w-0">
                <Rule rule={rule} />
              </div>
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}

function Rule({ rule: { kind, most, excluded, until, isClosed } }: { rule: TokenModuleView }) {
  const t = useT()
  const locale = useLocale()
  switch (kind) {
    case 'balance_cap':
      return most === undefined ? t('tokens.rule.capped') : t('tokens.rule.balance', { count: formatCount(most) })
    case 'holder_count':
      return most === undefined ? t('tokens.rule.limited') : t('tokens.rule.holders', { count: formatCount(most) })
    case 'lock_up':
      if (isClosed) return t('tokens.rule.closed')
      return until ? t('tokens.rule.lockUp', { time: formatDateTime(until, locale) }) : t('tokens.rule.noLockUp')
    case 'country':
      return <CountryRule excluded={excluded ?? []} />
  }
}

function CountryRule({ excluded }: { excluded: readonly string[] }) {
  const t = useT()
  const locale = useLocale()
  const names = excluded.map((code) => nameOfCountry(code, locale))
  if (names.length === 0) return t('tokens.rule.residence')
  return t('tokens.rule.countries', { countries: names.join(locale === 'ar' ? '، ' : ', ') })
}
