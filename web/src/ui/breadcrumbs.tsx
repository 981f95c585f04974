import { useT } from '../i18n/i18n.js'
import { Link } from './link.js'

export interface Crumb {
  label: string
  /** Missing on the last crumb, the current page. */
  to?: string
}

/** Longer names, such as titles of properties, are shortened where the line is too narrow. */
const LONG = 16

/** Renders the path to the page as links. */
export function BreadcrumbTrail({ crumbs }: { crumbs: readonly Crumb[] }) {
  const t = useT()
  return (
    <nav aria-label={t('shell.breadcrumbs')} className="frame pt-5 text-13 text-ink-2 max-md:pt-1">
      <ol className="flex items-center">
        {crumbs.map(({ label, to }, index) => (
          <li key={`${index}${label}`} className={`flex items-center ${label.length > LONG ? 'min-w-0' : 'shrink-0'}`}>
            {index > 0 && (
              <span aria-hidden="true" className="px-1.5 text-ink-3">
                /
              </span>
            )}
            {to ? (
              <Link
                to={to}
                className="inline-flex min-w-0 items-center py-1 hover:text-ink hover:underline max-md:min-h-11 max-md:min-w-11"
              >
                <span className="truncate">{label}</span>
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
