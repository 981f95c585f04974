import { RegulatorLine } from '../../api/regulator-line.js'
import { useT } from '../../i18n/i18n.js'
import { ButtonLink } from '../../ui/button.js'
import { PageHeader } from '../../ui/layout.js'
import { PageHead } from '../../ui/page-head.js'

const PARTS = ['what', 'money', 'register', 'earn', 'not'] as const

/** `/about`: what the platform does, where money and ownership are recorded, how it earns and what can go wrong. */
export default function AboutPage() {
  const t = useT()
  return (
    <div className="frame">
      <PageHead title={t('company.about.title')} description={t('company.about.description')} />
      <PageHeader title={t('company.about.title')} lead={t('company.about.lead')} />
      <div className="divide-y divide-line border-y border-line">
        {PARTS.map((part) => (
          <section key={part} className="grid gap-x-16 gap-y-2 py-7 lg:grid-cols-[1fr_2fr]">
            <h2 className="text-22">{t(`company.about.${part}.title`)}</h2>
            <p className="max-w-[68ch] text-15 text-ink-2 md:text-18">{t(`company.about.${part}.text`)}</p>
          </section>
        ))}
        <section className="grid gap-x-16 gap-y-2 py-7 lg:grid-cols-[1fr_2fr]">
          <h2 className="text-22">{t('company.about.regulated')}</h2>
          <p className="max-w-[68ch] text-15 text-ink-2 md:text-18">
            <RegulatorLine />
          </p>
        </section>
      </div>
      <p className="flex flex-wrap gap-3 pt-8">
        <ButtonLink to="/properties">{t('company.about.browse')}</ButtonLink>
        <ButtonLink to="/legal" kind="secondary">
          {t('company.about.legal')}
        </ButtonLink>
      </p>
    </div>
  )
}
