import { useT } from '../../i18n/i18n.js'
import { Icon } from '../../ui/icons.js'

const CHAIN = ['you', 'company', 'title', 'rent'] as const
/** Names of the questions in the texts of the page. */
export const QUESTIONS = ['holds', 'close', 'debt'] as const

/**
 * Explains who owns what, from the investor through the holding company to the building, and what happens if one fails.
 */
export function Protection() {
  const t = useT()
  return (
    <section id="protection" className="scroll-mt-6 pt-24" aria-labelledby="protection-title">
      <div className="border-y border-line bg-surface py-16">
        <div className="frame grid gap-x-16 gap-y-10 lg:grid-cols-[1fr_1.9fr]">
          <div>
            <h2 id="protection-title" className="text-34">
              {t('home.protection.title')}
            </h2>
            <p className="mt-4 max-w-[52ch] text-15 text-ink-2 md:text-18">{t('home.protection.text')}</p>
          </div>
          <div>
            <ol className="grid gap-2 md:grid-cols-[1fr_1fr_1fr_1fr] md:gap-7">
              {CHAIN.map((link, index) => (
                <li
                  key={link}
                  className="relative flex rounded-m border border-line bg-ground p-4 max-md:mb-3 max-md:last:mb-0"
                >
                  <div className="flex-1">
                    <p className="flex items-center gap-2 text-15 font-medium">
                      <span
                        aria-hidden="true"
                        className={index === 0 ? 'size-3 rounded-[3px] bg-mine' : 'size-3 rounded-[3px] bg-primary'}
                      />
                      {t(`home.protection.${link}.title`)}
                    </p>
                    <p className="mt-1 text-13 text-ink-2">{t(`home.protection.${link}.text`)}</p>
                  </div>
                  {index < CHAIN.length - 1 && (
                    <span className="absolute text-ink-3 max-md:inset-x-0 max-md:-bottom-5 max-md:flex max-md:justify-center md:-end-6 md:top-1/2 md:-translate-y-1/2">
                      <Icon name="arrow-end" size={18} className="max-md:rotate-90 rtl:max-md:-rotate-90" />
                    </span>
                  )}
                </li>
              ))}
            </ol>
            <div className="mt-8 divide-y divide-line border-y border-line">
              {QUESTIONS.map((question) => (
                <details key={question} className="group">
                  <summary className="flex min-h-12 list-none items-center justify-between gap-4 text-15 font-medium hover:text-primary">
                    {t(`home.protection.${question}.question`)}
                    <Icon
                      name="plus"
                      size={16}
                      className="text-ink-2 transition-transform duration-150 group-open:rotate-45"
                    />
                  </summary>
                  <p className="max-w-[62ch] pb-4 text-15 text-ink-2">{t(`home.protection.${question}.answer`)}</p>
                </details>
              ))}
            </div>
          </div>
        </div>
      </div>
    </section>
  )
}
