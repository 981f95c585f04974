import { beforeEach, expect, it } from '@jest/globals'
import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { Provider } from 'react-redux'
import { createMemoryRouter, RouterProvider, useLocation } from 'react-router-dom'
import { ServicesProvider } from '../api/services.js'
import { LanguageProvider } from '../i18n/i18n.js'
import { servicesOf } from '../../test/render.js'
import { RootLayout } from './root-layout.js'
import { createRoutes } from './routes.js'

// jsdom has no popovers.
HTMLElement.prototype.hidePopover ??= () => undefined

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
})

/** Shows the address for which the page was rendered. */
function Root() {
  return (
    <>
      <p>{useLocation().pathname}</p>
      <RootLayout />
    </>
  )
}

/** Opens an address with the web's real routes. */
async function open(at: string) {
  const services = servicesOf()
  const routes = createRoutes(services).map((route) => ({ ...route, Component: Root }))
  const router = createMemoryRouter(routes, { initialEntries: [at] })
  await waitFor(() => expect(router.state.initialized).toBe(true))
  return render(
    <Provider store={services.store}>
      <ServicesProvider services={services}>
        <LanguageProvider language={services.language}>
          <RouterProvider router={router} />
        </LanguageProvider>
      </ServicesProvider>
    </Provider>,
  )
}

it.each([
  ['/registration', 'new-password'],
  ['/signin', 'current-password'],
])('a change of language keeps the password typed on %s without storing it', async (at, kind) => {
  const { container } = await open(at)
  const password = () => container.querySelector<HTMLInputElement>(`input[autocomplete=${kind}]`)!
  await screen.findByLabelText('Password')
  fireEvent.input(password(), { target: { value: 'Sunlit-Harbour-9' } })
  fireEvent.click(screen.getByText('العربية'))
  await screen.findByText(`/ar${at}`)
  expect(document.documentElement.lang).toBe('ar')
  expect(password().value).toBe('Sunlit-Harbour-9')
  expect(JSON.stringify([{ ...sessionStorage }, { ...localStorage }])).not.toContain('Sunlit')
})

it('the menu lists every language in its own name, marks the current one, and leads to the page in each', async () => {
  const { container } = await open('/fr/signin?next=%2Fwallet')
  await screen.findByLabelText('Mot de passe')
  const links = [...container.querySelectorAll<HTMLAnchorElement>('header a[hreflang]')]
  expect(links.map((link) => [link.textContent, link.lang, link.getAttribute('href')])).toEqual([
    ['English', 'en', '/signin?next=%2Fwallet'],
    ['العربية', 'ar', '/ar/signin?next=%2Fwallet'],
    ['Français', 'fr', '/fr/signin?next=%2Fwallet'],
    ['Español', 'es', '/es/signin?next=%2Fwallet'],
  ])
  expect(links.filter((link) => link.ariaCurrent ?? link.getAttribute('aria-current'))).toEqual([links[2]])
  expect(screen.getByRole('button', { name: /^Français, / })).toBeTruthy()
})
