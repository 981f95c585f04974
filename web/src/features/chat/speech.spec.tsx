import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { type aResponse, ChatSocket } from '../../../test/chat-socket.js'
import { renderRoutes } from '../../../test/render.js'
import { Sound } from '../../../test/sound.js'
import { hideAmounts } from '../../lib/hide-amounts.js'
import { dismissToast, toastStore } from '../../lib/toast.js'
import { ChatPanel } from './panel.js'
import { spokenParts } from './spoken-parts.js'

const real = globalThis.WebSocket
let sound: Sound

beforeEach(() => {
  ChatSocket.opened = []
  sessionStorage.clear()
  localStorage.clear()
  globalThis.WebSocket = ChatSocket as unknown as typeof WebSocket
  sound = new Sound()
})
afterEach(() => {
  cleanup()
  sound.restore()
  globalThis.WebSocket = real
})

const flip = () => screen.getByRole<HTMLInputElement>('switch', { name: 'Speak replies' })
const button = (name: string) => screen.queryByRole('button', { name })
const press = (name: string) => act(async () => fireEvent.click(screen.getByRole('button', { name })))

async function openPanel() {
  const view = renderRoutes({ routes: [{ path: '*', element: <ChatPanel onClose={() => undefined} /> }] })
  await waitFor(() => expect(ChatSocket.opened).toHaveLength(1))
  await ChatSocket.last.accept()
  return view
}

async function ask(answer: Partial<ReturnType<typeof aResponse>> = {}) {
  fireEvent.change(screen.getByRole('textbox'), { target: { value: 'What fees do I pay?' } })
  await press('Send')
  await ChatSocket.last.answer(answer)
}

const sentences = (...texts: string[]) => ({
  message: texts.join(' '),
  sentences: texts.map((text) => ({ text, citations: [] })),
})

describe('spoken replies', () => {
  it('are off until chosen, and stay chosen in the next conversation', async () => {
    const view = await openPanel()
    expect(flip().checked).toBe(false)
    await ask()
    expect(sound.requested).toEqual([])
    fireEvent.click(flip())
    view.unmount()
    await openPanel()
    expect(flip().checked).toBe(true)
  })

  it('read a new answer in its language, part by part, and release the audio', async () => {
    await openPanel()
    fireEvent.click(flip())
    const [second, third] = ['b'.repeat(300), 'c'.repeat(300)]
    await ask({ language: 'ar', ...sentences('الأول.', second, third) })
    expect(sound.requested[0]).toEqual({ text: 'الأول.', language: 'ar' })
    await waitFor(() => expect(sound.played).toEqual(['blob:1']))
    await sound.end()
    await waitFor(() => expect(sound.played).toEqual(['blob:1', 'blob:2']))
    await sound.end()
    await waitFor(() => expect(sound.played).toHaveLength(3))
    await sound.end()
    expect(sound.requested.map(({ text }) => text)).toEqual(['الأول.', second, third])
    expect(button('Stop reading')).toBeNull()
    expect(sound.kept.size).toBe(0)
  })

  it('stop with their button, with the switch, with the next question and when the panel closes', async () => {
    const view = await openPanel()
    fireEvent.click(flip())
    const stops = [
      () => fireEvent.click(screen.getAllByRole('button', { name: 'Stop reading' })[0]!),
      () => fireEvent.click(flip()),
    ]
    for (const stop of stops) {
      if (!flip().checked) fireEvent.click(flip())
      await ask()
      await waitFor(() => expect(sound.isPlaying).toBe(true))
      await act(async () => stop())
      await waitFor(() => expect(sound.isPlaying).toBe(false))
    }
    fireEvent.click(flip())
    await ask()
    await waitFor(() => expect(sound.isPlaying).toBe(true))
    fireEvent.change(screen.getByRole('textbox'), { target: { value: 'And then?' } })
    await press('Send')
    await waitFor(() => expect(sound.isPlaying).toBe(false))
    await ChatSocket.last.answer()
    await waitFor(() => expect(sound.isPlaying).toBe(true))
    view.unmount()
    await waitFor(() => expect(sound.isPlaying).toBe(false))
  })

  it('do not read an answer that was there before the panel opened', async () => {
    const view = await openPanel()
    fireEvent.click(flip())
    await ask()
    await waitFor(() => expect(sound.played).toHaveLength(1))
    view.unmount()
    await openPanel()
    expect(sound.requested).toHaveLength(1)
  })

  it('have a volume that applies at once and is kept', async () => {
    const view = await openPanel()
    fireEvent.click(flip())
    await ask()
    await waitFor(() => expect(sound.isPlaying).toBe(true))
    fireEvent.change(screen.getByRole('slider', { name: 'Volume' }), { target: { value: '0.4' } })
    expect(sound.volume).toBe(0.4)
    view.unmount()
    await openPanel()
    expect(screen.getByRole<HTMLInputElement>('slider', { name: 'Volume' }).value).toBe('0.4')
  })

  it('never say an amount that the user hides', async () => {
    hideAmounts(true)
    await openPanel()
    await ask({ ...sentences('You’ve invested AED 2,000.'), kind: 'account', figures: [INVESTED] })
    await press('Read aloud')
    expect(sound.requested).toEqual([{ text: 'You’ve invested Amount hidden.', language: 'en' }])
    hideAmounts(false)
  })

  it('can be heard one at a time without the switch', async () => {
    await openPanel()
    await ask()
    await press('Read aloud')
    await waitFor(() => expect(sound.isPlaying).toBe(true))
    await act(async () => fireEvent.click(screen.getAllByRole('button', { name: 'Stop reading' }).at(-1)!))
    await waitFor(() => expect(sound.isPlaying).toBe(false))
    expect(button('Read aloud')).toBeTruthy()
  })

  it('say why they are silent', async () => {
    sound.restore()
    sound = new Sound(true, { status: 503, code: 'CHAT_SPEECH_BUSY' })
    await openPanel()
    await ask()
    await press('Read aloud')
    await waitFor(() => expect(toastStore.get()?.text).toMatch(/^Too many replies/))
    dismissToast()
    sound.restore()
    sound = new Sound()
    sound.isBlocked = true
    await press('Read aloud')
    await waitFor(() => expect(toastStore.get()?.text).toMatch(/^Your browser blocked the sound/))
    dismissToast()
    expect(button('Stop reading')).toBeNull()
  })

  it('cannot be chosen where the server has no speech', async () => {
    sound.restore()
    sound = new Sound(false)
    await openPanel()
    await waitFor(() => expect(flip().disabled).toBe(true))
    expect(screen.getByText('Replies can’t be read aloud at the moment.').id).toBe(
      flip().getAttribute('aria-describedby'),
    )
    await ask()
    expect(button('Read aloud')).toBeNull()
  })
})

describe('spokenParts', () => {
  it('has the first sentence alone and joins the others as long as they fit', () =>
    expect(spokenParts(['One.', 'Two.', 'Three.', 'Four.'], 11)).toEqual(['One.', 'Two. Three.', 'Four.']))

  it('divides a sentence that is too long, at a space where there is one', () =>
    expect(spokenParts(['aa bb cc', 'dddddd'], 5)).toEqual(['aa bb', 'cc', 'ddddd', 'd']))

  it('leaves out empty sentences', () => expect(spokenParts([' ', ''])).toEqual([]))
})

const INVESTED = {
  ...{ kind: 'fils' as const, label: 'Invested', shown: 'AED 2,000', asOf: '2026-11-23T08:00:00Z', source: 'test' },
  valueFils: 200_000 as never,
}
