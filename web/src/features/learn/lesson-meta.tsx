import type { LessonSummary } from '@hissa/contracts/chat'
import { useLocale, useT } from '../../i18n/i18n.js'
import { formatDate } from '../../lib/format.js'

/** Shows the reading time and the date of the last review. */
export function LessonMeta({ lesson: { minutes, reviewedAt } }: { lesson: LessonSummary }) {
  const t = useT()
  const locale = useLocale()
  return (
    <>
      {t('learn.minutes', { count: minutes })} · {t('learn.reviewed', { date: formatDate(reviewedAt, locale) })}
    </>
  )
}
