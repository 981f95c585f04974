import { useT } from '../i18n/i18n.js'
import { Link } from './link.js'

export interface Crumb {
  label: string
  /** Missing on the last: one is there. */
  to?: string
}

export function BreadcrumbTrail({ crumbs }: { crumbs: readonly Crumb[] }) {
  const t = useT()
  return (
    <nav aria-label={t('shell.breadcrumbs')} className="frame pt-5 text-13 text-ink-2">
      <ol className="flex items-center">
        {crumbs.map(({ label, to }, index) => (
          <li
            key={`${index}${label}`}
            className={`flex items-center ${index === crumbs.length - 1 ? 'min-w-0' : 'shrink-0'}`}
          >
            {index > 0 && (
              <span aria-hidden="true" className="px-1.5 text-ink-3">
                /
              </span>
            )}
            {to ? (
              <Link to={to} className="py-1 hover:text-ink hover:underline">
                {label}
              </Link>
            ) : (
              <span aria-current={index === crumbs.length - 1 ? 'page' : undefined} className="truncate py-1">
                {label}
              </span>
            )}
          </li>
        ))}
      </ol>
    </nav>
  )
}
