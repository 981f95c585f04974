import type { ReactNode } from 'react'
import { useT } from '../../i18n/i18n.js'
import { PageHeader } from '../../ui/layout.js'
import { PageHead } from '../../ui/page-head.js'

export type PlainPageName = 'accessibility' | 'mobileApp' | 'marketplace'

interface PlainPageProps {
  page: PlainPageName
  /** Only for signed-in users, and therefore not for search engines. */
  isPrivate?: boolean
  /** Shown after the two sections. */
  children?: ReactNode
}

/** Renders a page of text with two sections. */
export function PlainPage({ page, children, ...rest }: PlainPageProps) {
  const t = useT()
  return (
    <PlainFrame page={page} {...rest}>
      {(['what', 'now'] as const).map((part) => (
        <PlainSection key={part} title={t(`company.${page}.${part}.title`)}>
          {t(`company.${page}.${part}.text`)}
        </PlainSection>
      ))}
      {children}
    </PlainFrame>
  )
}

interface PlainFrameProps {
  page: PlainPageName
  isPrivate?: boolean
  children: ReactNode
}

/** Renders the title and the lead of a page of text above its sections. */
export function PlainFrame({ page, isPrivate = false, children }: PlainFrameProps) {
  const t = useT()
  const title = t(`company.${page}.title`)
  const lead = t(`company.${page}.lead`)
  return (
    <div className="frame pb-24">
      <PageHead title={title} description={lead} private={isPrivate} />
      <PageHeader title={title} lead={lead} />
      <div className="divide-y divide-line border-y border-line">{children}</div>
    </div>
  )
}

/** Renders a title with its text beside it. */
export function PlainSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="grid gap-x-16 gap-y-2 py-7 lg:grid-cols-[1fr_2fr]">
      <h2 className="text-22">{title}</h2>
      <div className="max-w-[68ch] text-15 text-ink-2 md:text-18">{children}</div>
    </section>
  )
}
