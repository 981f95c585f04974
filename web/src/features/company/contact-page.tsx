import { useConfig } from '../../api/services.js'
import { Text, useT } from '../../i18n/i18n.js'
import { ButtonLink } from '../../ui/button.js'
import { Card, PageHeader } from '../../ui/layout.js'
import { TextLink } from '../../ui/link.js'
import { PageHead } from '../../ui/page-head.js'
import { ContactForm } from './contact-form.js'

const SUBJECTS = ['order', 'identity', 'data', 'complaint'] as const

/** `/contact`: a form, the mailbox, and what to include for each kind of question. */
export default function ContactPage() {
  const t = useT()
  const { contactEmail } = useConfig()
  return (
    <div className="frame pb-24">
      <PageHead title={t('company.contact.title')} description={t('company.contact.description')} />
      <PageHeader title={t('company.contact.title')} lead={t('company.contact.lead')} />
      <div className="grid items-start gap-x-16 gap-y-10 lg:grid-cols-[minmax(0,1fr)_360px]">
        <div className="flex flex-col gap-12">
          <section className="max-w-[640px]">
            <h2 className="pb-4 text-22">{t('company.form.title')}</h2>
            <ContactForm />
          </section>
          <section>
            <h2 className="pb-3 text-22">{t('company.contact.help')}</h2>
            <dl className="divide-y divide-line border-y border-line">
              {SUBJECTS.map((subject) => (
                <div key={subject} className="grid gap-x-8 gap-y-1 py-5 md:grid-cols-[1fr_2fr]">
                  <dt className="text-15 font-medium">{t(`company.contact.${subject}.title`)}</dt>
                  <dd className="text-15 text-ink-2">
                    <Text
                      id={`company.contact.${subject}.text`}
                      components={{
                        privacy: <TextLink to="/legal#privacy" />,
                        complaints: <TextLink to="/legal#complaints" className="inline-flex min-h-11 items-center" />,
                      }}
                    />
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        </div>
        <div className="flex flex-col gap-5">
          <Card className="flex flex-col items-start gap-4 p-6">
            <div>
              <h2 className="text-13 tracking-normal text-ink-2">{t('company.contact.mailbox')}</h2>
              <p className="text-22 wrap-anywhere">
                <bdi dir="ltr">{contactEmail}</bdi>
              </p>
            </div>
            <ButtonLink to={`mailto:${contactEmail}`}>{t('company.contact.write')}</ButtonLink>
          </Card>
        </div>
      </div>
    </div>
  )
}
