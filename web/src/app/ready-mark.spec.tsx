import { describe, expect, it } from '@jest/globals'
import { QueryStatus } from '@reduxjs/toolkit/query'
import { act, waitFor } from '@testing-library/react'
import { renderRoutes } from '../../test/render.js'
import { api, useGetHomeQuery, useListPropertiesQuery } from '../api/api.js'
import { RootLayout } from './root-layout.js'

const mark = () => document.documentElement.dataset['ready']

/** Starts a second query when the first has its response. */
function Home() {
  const home = useGetHomeQuery()
  useListPropertiesQuery({}, { skip: !home.data })
  return <h1>Home</h1>
}

/** Renders screens whose queries and navigations end when the test lets them. */
function open() {
  const ends = new Map<string, () => void>()
  const ended = (name: string) => new Promise<void>((done) => ends.set(name, done))
  const fetchApi = async (path: string) => {
    await ended(path)
    return { ok: true, status: 200, headers: { get: () => null }, text: async () => '{}' } as unknown as Response
  }
  const loader = async () => {
    await ended('loader')
    return null
  }
  const children = [
    { index: true, Component: Home },
    { path: 'later', loader, element: <h1>Later</h1> },
  ]
  const view = renderRoutes({ routes: [{ Component: RootLayout, children }], api: { fetchApi, calls: [] } })
  const end = async (name: string) => {
    await waitFor(() => expect(ends.has(name)).toBe(true))
    ends.get(name)!()
  }
  return { ...view, end }
}

const isPending = ({ services }: ReturnType<typeof open>, endpoint: string) =>
  Object.values(services.store.getState()[api.reducerPath].queries).some(
    (query) => query?.endpointName === endpoint && query.status === QueryStatus.pending,
  )

describe('useReadyMark', () => {
  it('marks a screen once its queries have settled, including one that starts after another', async () => {
    const view = open()
    const seen: (string | undefined)[] = []
    const observer = new MutationObserver(() => seen.push(mark()))
    observer.observe(document.documentElement, { attributeFilter: ['data-ready'] })
    await view.end('/api/home')
    await waitFor(() => expect(isPending(view, 'listProperties')).toBe(true))
    expect(mark()).toBe('')
    expect(seen).not.toContain('/')
    await view.end('/api/properties')
    await waitFor(() => expect(mark()).toBe('/'))
    observer.disconnect()
  })

  it('clears the mark during a navigation and then names the new address with its query', async () => {
    const view = open()
    await view.end('/api/home')
    await view.end('/api/properties')
    await waitFor(() => expect(mark()).toBe('/'))
    const navigated = view.router.navigate('/later?tab=1')
    await waitFor(() => expect(mark()).toBe(''))
    await act(async () => {
      await view.end('loader')
      await navigated
    })
    await waitFor(() => expect(mark()).toBe('/later?tab=1'))
  })
})
