import { LogoMark } from '../ui/logo.js'
import type { AppLocale } from '../lib/locale.js'

const TEXTS: Record<AppLocale, { wait: string; late: string; again: string; noScript: string }> = {
  en: {
    wait: 'Loading this page',
    late: 'It takes longer than usual, or the connection was lost.',
    again: 'Try Again',
    noScript: 'This page needs JavaScript. The properties and their terms can be read without it.',
  },
  ar: {
    wait: 'جارٍ تحميل هذه الصفحة',
    late: 'يستغرق الأمر وقتًا أطول من المعتاد، أو انقطع الاتصال.',
    again: 'حاول مرة أخرى',
    noScript: 'تحتاج هذه الصفحة إلى جافاسكريبت. يمكن قراءة العقارات وشروطها من دونه.',
  },
}

/**
 * What stands on a screen of the browser's until its script is there: no field that could be typed into too early, only
 * that the page is coming and, after 8 s or when it failed to start, the way to ask again. Rendered on the server alone.
 */
export function WaitingPage({ locale }: { locale: AppLocale }) {
  const { wait, late, again, noScript } = TEXTS[locale]
  return (
    <main className="waiting frame">
      <LogoMark size={40} />
      <p role="status" className="waiting-now text-15 text-ink-2">
        {wait}
      </p>
      <p className="waiting-late text-15 text-ink-2">
        {late}{' '}
        <a href="" className="text-primary underline underline-offset-3">
          {again}
        </a>
      </p>
      <noscript>
        <p>{noScript}</p>
      </noscript>
    </main>
  )
}
