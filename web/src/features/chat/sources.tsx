import type { Citation } from '@hissa/contracts/chat'
import { useGetProfileQuery } from '../../api/api.js'
import { useSignedInUser } from '../../api/services.js'
import { useLocale, useT } from '../../i18n/i18n.js'
import { formatDate } from '../../lib/format.js'
import { TextLink } from '../../ui/link.js'

/** Shows the number of a source. */
export function SourceNumber({ number }: { number: number }) {
  const t = useT()
  return (
    <span className="inline-flex h-5 min-w-5 items-center justify-center rounded-s border border-line bg-sunken px-1 align-[1px] text-12 leading-none text-ink-2">
      <span aria-hidden="true">{number}</span>
      <span className="sr-only">{t('chat.source', { number })}</span>
    </span>
  )
}

/** Lists the articles that an answer is taken from: number, title, section and date of the last review. */
export function Sources({ citations }: { citations: readonly Citation[] }) {
  const t = useT()
  const locale = useLocale()
  if (citations.length === 0) return null
  return (
    <div className="mt-3 border-t border-line pt-2">
      <p className="text-13 text-ink-2">{t('chat.sources')}</p>
      <ul className="mt-1 flex flex-col gap-1.5">
        {citations.map((citation) => (
          <li key={citation.number} className="flex items-start gap-2 text-13">
            <span className="mt-px">
              <SourceNumber number={citation.number} />
            </span>
            <span className="min-w-0">
              <SourceTitle citation={citation} />
              <span className="block text-ink-2">
                <bdi>{citation.section}</bdi> · {t('chat.reviewed', { date: formatDate(citation.reviewedAt, locale) })}
              </span>
            </span>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** Shows the title of an article, as a link for those who may open it: users who completed onboarding. */
function SourceTitle({ citation: { title, language, articleId } }: { citation: Citation }) {
  const user = useSignedInUser()
  const { data } = useGetProfileQuery(undefined, { skip: !user })
  if (!user || !data?.onboardingComplete)
    return (
      <bdi lang={language} className="text-ink">
        {title}
      </bdi>
    )
  return (
    <TextLink to={`/knowledge-avenue/${articleId}`} className="max-md:inline-flex max-md:min-h-11 max-md:items-center">
      <bdi lang={language}>{title}</bdi>
    </TextLink>
  )
}
