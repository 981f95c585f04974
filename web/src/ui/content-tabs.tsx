import { useT } from '../i18n/i18n.js'
import { cx } from '../lib/cx.js'
import { Link } from './link.js'

const TABS = [
  { name: 'properties', to: '/staff/content/properties', label: 'offerings.tab.properties' },
  { name: 'publications', to: '/staff/content', label: 'offerings.tab.publications' },
] as const

/** Links the two parts of the content desk: all properties, and the publications that await a second person. */
export function ContentTabs({ current }: { current: (typeof TABS)[number]['name'] }) {
  const t = useT()
  return (
    <nav aria-label={t('offerings.tab.label')} className="mb-6 border-b border-line">
      <ul className="-mb-px flex gap-1">
        {TABS.map(({ name, to, label }) => (
          <li key={name}>
            <Link
              to={to}
              aria-current={name === current ? 'page' : undefined}
              className={cx(
                'inline-flex min-h-11 items-center border-b-2 px-3 text-15 -outline-offset-2',
                name === current ? 'border-primary text-ink' : 'border-transparent text-ink-2 hover:text-ink',
              )}
            >
              {t(label)}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
