import type { CurrentUser } from '@hissa/contracts/identity'
import { lazy, Suspense, type ComponentType } from 'react'
import { Navigate, useParams } from 'react-router-dom'
import { useGetCurrentUserQuery } from '../../api/account-api.js'
import type { ApiError } from '../../api/problem.js'
import { useT } from '../../i18n/i18n.js'
import { Button } from '../../ui/button.js'
import { PageHeader } from '../../ui/layout.js'
import { NavLink } from '../../ui/link.js'
import { PageHead } from '../../ui/page-head.js'
import { ErrorState, Loading, Skeleton } from '../../ui/states.js'
import { AppearanceSection, LanguageSection, PrivacySection, WalletsSection } from './sections.js'
import { NoticesSection } from './notices-section.js'
import { SaveBar, SettingsGuard } from './save-bar.js'
import { useSettingsForm, type SettingsForm } from './settings-form.js'

export interface SectionProps {
  user: CurrentUser
  form: SettingsForm
}

/** The sections by the last part of their address. Those with `saves` edit settings. */
const SECTIONS = {
  language: { title: 'account.language.title', Section: LanguageSection, saves: true },
  appearance: { title: 'account.appearance.title', Section: AppearanceSection, saves: true },
  notifications: { title: 'account.notices.title', Section: NoticesSection, saves: true },
  security: {
    title: 'account.security.title',
    Section: lazy(() => import('./security-section.js')),
    saves: false,
  },
  devices: {
    title: 'account.devices.title',
    Section: lazy(() => import('./devices-section.js')),
    saves: false,
  },
  privacy: { title: 'account.privacy.title', Section: PrivacySection, saves: true },
  wallets: { title: 'account.wallets.title', Section: WalletsSection, saves: false },
} as const satisfies Record<string, { title: string; Section: ComponentType<SectionProps>; saves: boolean }>
type SectionName = keyof typeof SECTIONS
const NAMES = Object.keys(SECTIONS) as SectionName[]

/** `/settings/<section>`: the user's settings, which every device of theirs follows. */
export default function SettingsPage() {
  const t = useT()
  const { section = '' } = useParams()
  const { data, error, refetch } = useGetCurrentUserQuery()
  if (!(section in SECTIONS)) return <Navigate replace to={`/settings/${NAMES[0]}`} />
  const name = section as SectionName
  const again = () => void refetch()
  return (
    <div className="frame pb-24">
      <PageHead title={`${t(SECTIONS[name].title)} · ${t('account.settings.title')}`} private />
      <PageHeader title={t('account.settings.title')} lead={t('account.settings.lead')} />
      {data ? (
        <Content user={data} name={name} />
      ) : error ? (
        <ErrorState
          title={t('account.settings.error')}
          reference={(error as ApiError).reference}
          action={<Button onClick={again}>{t('ui.tryAgain')}</Button>}
        />
      ) : (
        <Loading label={t('ui.loading')} onRetry={again}>
          <Skeleton className="h-96 w-full" />
        </Loading>
      )}
    </div>
  )
}

function Content({ user, name }: { user: CurrentUser; name: SectionName }) {
  const t = useT()
  const form = useSettingsForm(user)
  const { title, Section, saves } = SECTIONS[name]
  return (
    <div className="flex flex-col gap-8 lg:flex-row lg:gap-16">
      <SectionLinks />
      <section aria-labelledby="section-title" className="min-w-0 max-w-[640px] flex-1">
        <h2 id="section-title" className="pb-5 text-26">
          {t(title)}
        </h2>
        <Suspense fallback={<Loading label={t('ui.loading')} />}>
          <Section user={user} form={form} />
        </Suspense>
        {(saves || form.isChanged) && <SaveBar form={form} />}
      </section>
      <SettingsGuard isOn={form.isChanged} />
    </div>
  )
}

function SectionLinks() {
  const t = useT()
  return (
    <nav aria-label={t('account.settings.sections')} className="lg:w-52 lg:shrink-0">
      <ul className="flex flex-wrap gap-x-5 border-b border-line lg:flex-col lg:border-b-0">
        {NAMES.map((name) => (
          <li key={name}>
            <NavLink to={`/settings/${name}`} className="inline-flex min-h-11 min-w-11 items-center text-15">
              {t(SECTIONS[name].title)}
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}
