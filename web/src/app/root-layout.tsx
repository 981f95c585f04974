import { Outlet, ScrollRestoration, useLocation, useNavigation, type Location } from 'react-router-dom'
import { ChatButton } from '../features/chat/chat-button.js'
import { useT } from '../i18n/i18n.js'
import { Toaster } from '../ui/toaster.js'
import { Breadcrumbs } from './breadcrumbs.js'
import { Footer } from './footer.js'
import { AccountHeader, Header } from './header.js'
import { layoutRules } from './layout-rules.js'
import {
  useDocumentLanguage,
  useLiveEvents,
  useFocusOnNavigation,
  useReadyMark,
  useRipple,
  useToastsOfScreen,
} from './page-effects.js'

// Every full page load has the key 'default', so the address identifies the page.
const placeOf = ({ key, pathname, search }: Location) => (key === 'default' ? pathname + search : key)

/** Renders the frame of every screen: skip link, header, breadcrumbs, the screen, footer, assistant, toasts. */
export function RootLayout() {
  const t = useT()
  const rules = layoutRules(useLocation().pathname)
  const busy = useNavigation().state === 'loading'
  useDocumentLanguage()
  useFocusOnNavigation()
  useToastsOfScreen()
  useLiveEvents()
  useRipple()
  useReadyMark(busy)
  return (
    <>
      <a href="#content" className="skip rounded-s bg-primary px-4 py-3 text-15 text-on-primary">
        {t('shell.skip')}
      </a>
      {rules.header ? <Header isComplianceLayout={rules.isComplianceLayout} /> : <AccountHeader />}
      {rules.breadcrumbs && <Breadcrumbs />}
      <main id="content" tabIndex={-1} aria-busy={busy || undefined} className="outline-none">
        <Outlet />
      </main>
      {rules.footer && <Footer />}
      {rules.chat && <ChatButton />}
      <Toaster />
      <ScrollRestoration getKey={placeOf} />
    </>
  )
}
