import { RegulatorLine } from '../api/regulator-line.js'
import { useConfig, useSignedInUser } from '../api/services.js'
import { useT } from '../i18n/i18n.js'
import { Button } from '../ui/button.js'
import { Link } from '../ui/link.js'
import { Logo } from '../ui/logo.js'
import { StrokeIcon } from '../ui/stroke-icon.js'
import { accountLinks, type NavItem } from './navigation.js'

const PLATFORM: NavItem[] = [
  { to: '/properties', label: 'shell.nav.properties' },
  { to: '/#how', label: 'shell.nav.how' },
  { to: '/#protection', label: 'shell.nav.protection' },
  { to: '/early-access', label: 'shell.crumb.earlyAccess' },
]
const COMPANY: NavItem[] = [
  { to: '/about', label: 'shell.nav.about' },
  { to: '/accessibility', label: 'shell.crumb.accessibility' },
]
const SUPPORT: NavItem[] = [
  { to: '/contact', label: 'shell.contact' },
  { to: '/mobile-app', label: 'shell.footer.phone' },
  { to: '/version', label: 'shell.crumb.version' },
]
const LEGAL: NavItem[] = [
  { to: '/legal', label: 'shell.nav.legal' },
  { to: '/legal#terms', label: 'shell.nav.terms' },
  { to: '/legal#privacy', label: 'shell.nav.privacy' },
  { to: '/legal#complaints', label: 'shell.nav.complaints' },
]
const GUEST: NavItem[] = [
  { to: '/signin', label: 'shell.account.signIn' },
  { to: '/registration', label: 'shell.account.signUp' },
]

const ELSEWHERE = ['/properties', '/contact']
const memberLinks = (roles: readonly string[]) => accountLinks(roles).filter(({ to }) => !ELSEWHERE.includes(to))

/** Renders the foot of every page. */
export function Footer() {
  const t = useT()
  const user = useSignedInUser()
  const toTop = () => {
    scrollTo({ top: 0, behavior: 'smooth' })
    document.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true })
  }
  return (
    <footer className="mt-24 border-t border-line pt-12 pb-8">
      <div className="frame flex flex-col gap-10">
        <div className="grid grid-cols-2 gap-10 md:grid-cols-4 lg:grid-cols-[2fr_1fr_1fr_1fr_1fr]">
          <div className="col-span-full flex max-w-[40ch] flex-col gap-3 lg:col-span-1">
            <Logo />
            <p className="text-15 text-ink-2">{t('brand.tagline')}</p>
          </div>
          <FooterColumn title={t('shell.footer.platform')} links={PLATFORM} />
          <FooterColumn title={t('shell.footer.account')} links={user ? memberLinks(user.roles) : GUEST} />
          <div className="flex flex-col gap-6">
            <FooterColumn title={t('shell.footer.company')} links={COMPANY} />
            <Support />
          </div>
          <FooterColumn title={t('shell.footer.legal')} links={LEGAL} />
        </div>
        <hr className="rule" />
        <div className="flex flex-col gap-4 text-13 text-ink-2 md:flex-row md:items-start md:justify-between md:gap-12">
          <div className="flex max-w-[80ch] flex-col gap-2">
            <p>{t('shell.footer.risk')}</p>
            <p>
              {t('shell.footer.copyright')} <RegulatorLine />
            </p>
          </div>
          <Button kind="secondary" size="s" className="self-start whitespace-nowrap" onClick={toTop}>
            <StrokeIcon path="M10 16V4M5 9l5-5 5 5" size={16} />
            {t('shell.footer.top')}
          </Button>
        </div>
      </div>
    </footer>
  )
}

const LINK =
  'inline-flex min-h-8 items-center max-md:min-h-11 max-md:min-w-11 py-1 max-md:py-2.5 text-15 text-ink-2 hover:text-ink'

function FooterColumn({ title, links }: { title: string; links: readonly NavItem[] }) {
  return (
    <nav aria-label={title}>
      <h2 className="pb-2 text-13 font-semibold tracking-normal">{title}</h2>
      <Links links={links} />
    </nav>
  )
}

function Links({ links }: { links: readonly NavItem[] }) {
  const t = useT()
  return (
    <ul className="flex flex-col">
      {links.map(({ to, label }) => (
        <li key={to}>
          <Link to={to} className={LINK}>
            {t(label)}
          </Link>
        </li>
      ))}
    </ul>
  )
}

/** Shows the contact mailbox as a link and its address as text, which can be copied. */
function Support() {
  const t = useT()
  const { contactEmail } = useConfig()
  const [mailbox, host] = contactEmail.split('@')
  return (
    <nav aria-label={t('shell.footer.support')}>
      <h2 className="pb-2 text-13 font-semibold tracking-normal">{t('shell.footer.support')}</h2>
      <Links links={SUPPORT} />
      <Link
        to={`mailto:${contactEmail}`}
        aria-label={contactEmail}
        className={`${LINK} max-w-full text-13 wrap-anywhere`}
      >
        <bdi dir="ltr">
          {mailbox}@<wbr />
          {host}
        </bdi>
      </Link>
    </nav>
  )
}
