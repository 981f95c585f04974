import { useT } from '../../i18n/i18n.js'
import { BreadcrumbTrail } from '../../ui/breadcrumbs.js'

/** Shows the way from the home page to a page of the hub, which is named by its title. */
export function Trail({ title }: { title: string }) {
  const t = useT()
  const crumbs = [
    { label: t('shell.nav.home'), to: '/' },
    { label: t('shell.nav.knowledge'), to: '/knowledge-avenue' },
    { label: title },
  ]
  return <BreadcrumbTrail crumbs={crumbs} />
}
