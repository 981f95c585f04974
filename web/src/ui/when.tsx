import { useLocale } from '../i18n/i18n.js'
import { formatShortDateTime } from '../lib/format.js'

/** Shows a time on one line. */
export function When({ at }: { at: string }) {
  return (
    <time dateTime={at} className="whitespace-nowrap">
      {formatShortDateTime(at, useLocale())}
    </time>
  )
}
