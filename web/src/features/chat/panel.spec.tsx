import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { type aResponse, ChatSocket, CONVERSATION } from '../../../test/chat-socket.js'
import { fakeApi, languageOf, renderRoutes, storeTokens } from '../../../test/render.js'
import { Sound } from '../../../test/sound.js'
import { hideAmounts } from '../../lib/hide-amounts.js'
import { ChatButton } from './chat-button.js'

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

const show = (options: Partial<Parameters<typeof renderRoutes>[0]> = {}) =>
  renderRoutes({
    routes: [{ path: '*', element: <ChatButton /> }],
    at: '/properties/marina',
    ...options,
  })

/** Opens the panel with an accepted connection. */
async function openPanel(options: Parameters<typeof show>[0] = {}) {
  const view = show(options)
  fireEvent.click(screen.getByRole('button', { name: options.locale === 'ar' ? 'اسأل ماي' : 'Ask Mae' }))
  const panel = await screen.findByRole('dialog')
  // Opening it loads the catalogues as they are stored; the build compiles them.
  const { i18n } = languageOf(options.locale)
  act(() =>
    view.services.language.i18n.loadAndActivate({
      locale: i18n.locale,
      locales: i18n.locales,
      messages: i18n.messages,
    }),
  )
  await waitFor(() => expect(ChatSocket.opened).toHaveLength(1))
  await ChatSocket.last.accept()
  return { ...view, panel }
}
const field = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Your question' })
const type = (text: string) => fireEvent.change(field(), { target: { value: text } })
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const live = () => document.querySelector('[aria-live]')!
async function ask(text = 'What fees do I pay?') {
  type(text)
  await act(async () => press('Send'))
}

describe('the assistant’s panel', () => {
  it('is labelled, not modal, and says whether it is connected', async () => {
    show()
    press('Ask Mae')
    const panel = await screen.findByRole('dialog', { name: 'Mae' })
    expect(panel.getAttribute('aria-modal')).toBeNull()
    expect(within(panel).getByText('Connecting...')).toBeTruthy()
    await waitFor(() => expect(ChatSocket.opened).toHaveLength(1))
    await ChatSocket.last.accept()
    expect(within(panel).getByText('Online')).toBeTruthy()
    await ChatSocket.last.drop()
    expect(within(panel).getByText('Offline')).toBeTruthy()
    expect(within(panel).getByText('General information, not advice')).toBeTruthy()
  })

  it('closes with Escape, returns the focus to its button and closes the socket', async () => {
    const { panel } = await openPanel()
    const button = screen.getByRole('button', { name: 'Ask Mae' })
    expect(button.getAttribute('aria-expanded')).toBe('true')
    expect(panel.contains(document.activeElement)).toBe(true)
    fireEvent.keyDown(field(), { key: 'Escape' })
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(document.activeElement).toBe(button)
    expect(ChatSocket.last.readyState).toBe(3)
  })

  it('sends with Enter, and not with Shift and Enter or while an input method composes', async () => {
    await openPanel()
    type('What fees do I pay?')
    fireEvent.keyDown(field(), { key: 'Enter', shiftKey: true })
    fireEvent.keyDown(field(), { key: 'Enter', isComposing: true })
    expect(ChatSocket.last.questions).toEqual([])
    await act(async () => fireEvent.keyDown(field(), { key: 'Enter' }))
    expect(ChatSocket.last.questions).toMatchObject([
      { message: 'What fees do I pay?', language: 'en', propertyId: 'marina' },
    ])
    expect(field().value).toBe('')
  })

  it('streams into a busy region and announces the finished answer once', async () => {
    await openPanel()
    await ask()
    const announced: string[] = []
    const observer = new MutationObserver((changes) => {
      for (const { addedNodes } of changes) addedNodes.forEach((node) => announced.push(node.textContent ?? ''))
    })
    observer.observe(live(), { childList: true, subtree: true, characterData: true })
    const { id } = ChatSocket.last.questions[0]!
    await ChatSocket.last.receive({ type: 'typing', message: 'Mae is typing…', id: id! })
    await ChatSocket.last.receive({ type: 'chatbot_delta', message: 'The fee', id: id! })
    expect(screen.getByText('The fee').closest('[aria-busy=true]')).toBeTruthy()
    await ChatSocket.last.answer()
    expect(document.querySelector('[aria-busy=true]')).toBeNull()
    type('x')
    await ChatSocket.last.drop()
    await act(async () => {})
    expect(announced).toEqual(['Mae: The fee is 1.5%.'])
    expect(document.querySelectorAll('[aria-live], [role=log], [role=status]')).toHaveLength(1)
    observer.disconnect()
  })

  it('does not announce an earlier answer again when it is opened again', async () => {
    await openPanel()
    await ask()
    await ChatSocket.last.answer()
    press('Close chat')
    press('Ask Mae')
    await screen.findByRole('dialog')
    expect(screen.getByText('The fee is 1.5%.', { selector: '[lang] *, [lang]' })).toBeTruthy()
    expect(live().textContent).toBe('')
  })

  it('shows sources with title, section and date, and no link while articles have no screen', async () => {
    await openPanel()
    await ask()
    await ChatSocket.last.answer()
    const source = screen.getByText('Fees').closest('li')!
    expect(source.textContent).toBe('1Source 1FeesMoney · reviewed 20 November 2026')
    expect(source.querySelector('a')).toBeNull()
  })

  it('shows figures with the time at which they were read', async () => {
    await openPanel()
    await ask()
    await ChatSocket.last.answer({ ...ACCOUNT })
    expect(screen.getByText('Invested').closest('div')!.textContent).toContain('2,000')
    expect(screen.getByText('As of 23 November 2026, 12:00, Dubai time')).toBeTruthy()
  })

  it('hides the user’s amounts in the text, the figures and the announcement', async () => {
    await openPanel()
    act(() => hideAmounts(true))
    await ask()
    const { id } = ChatSocket.last.questions[0]!
    await ChatSocket.last.receive({ type: 'chatbot_delta', message: ACCOUNT.message!, id: id! })
    expect(document.body.textContent).not.toContain('2,000')
    await ChatSocket.last.answer({ ...ACCOUNT })
    expect(document.body.textContent).not.toContain('2,000')
    expect(live().textContent).toBe('Mae: You’ve invested Amount hidden.')
    act(() => hideAmounts(false))
    expect(document.body.textContent).toContain('2,000')
  })

  it('hides the user’s shares, but no longer number that contains theirs', async () => {
    await openPanel()
    act(() => hideAmounts(true))
    await ask()
    const sentence = 'You own 20 shares since 2026, of 1,020.'
    const figure = { ...ACCOUNT.figures![0]!, label: 'Shares', shown: '20', kind: 'units', value: 20 } as never
    await ChatSocket.last.answer({
      ...ACCOUNT,
      message: sentence,
      sentences: [{ text: sentence, citations: [] }],
      figures: [figure],
    })
    expect(screen.getByText('Shares').closest('div')!.textContent).toBe('Shares••••••Amount hidden')
    expect(live().textContent).toBe('Mae: You own Amount hidden shares since 2026, of 1,020.')
    act(() => hideAmounts(false))
  })

  it('counts the characters from 450 on and announces few of them', async () => {
    await openPanel()
    expect(field().maxLength).toBe(500)
    type('a'.repeat(449))
    expect(screen.queryByText(/of 500 characters/)).toBeNull()
    expect(live().textContent).toBe('')
    type('a'.repeat(450))
    expect(screen.getByText('450 of 500 characters').id).toBe(field().getAttribute('aria-describedby'))
    expect(live().textContent).toBe('50 characters left')
    type('a'.repeat(460))
    expect(live().textContent).toBe('50 characters left')
    type('a'.repeat(500))
    expect(live().textContent).toBe('0 characters left')
  })

  it('stops an answer and asks again', async () => {
    await openPanel()
    await ask()
    await act(async () => press('Stop the answer'))
    expect(ChatSocket.last.sent.at(-1)!.action).toBe('stop')
    expect(screen.getByText('You stopped this answer.')).toBeTruthy()
    await act(async () => press('Try again'))
    await waitFor(() => expect(ChatSocket.opened).toHaveLength(2))
  })

  it('explains a refusal and asks again', async () => {
    await openPanel()
    await ask()
    const [question] = ChatSocket.last.questions
    await ChatSocket.last.receive({ type: 'error', code: 'RATE_LIMITED', message: '', id: question!.id! })
    expect(live().textContent).toBe('You’ve sent a lot of messages. Try again in a minute.')
    await act(async () => press('Try again'))
    expect(ChatSocket.last.questions).toEqual([question, question])
  })

  it('keeps a question that was asked offline and says so', async () => {
    await openPanel()
    await ChatSocket.last.drop()
    await ask('Asked offline?')
    expect(screen.getByText('Asked offline?')).toBeTruthy()
    expect(screen.getByText('Not sent yet. It will be sent when you’re back online.')).toBeTruthy()
    await act(async () => window.dispatchEvent(new Event('online')))
    await ChatSocket.last.accept()
    await ChatSocket.last.receive({ type: 'resumed', conversationId: CONVERSATION, exchanges: [] })
    expect(ChatSocket.last.questions).toMatchObject([{ message: 'Asked offline?' }])
  })

  it('offers at most four quick replies, which ask, lead to sign-in or ask for a person', async () => {
    await openPanel()
    await ask()
    const question = (text: string) => ({ kind: 'question' as const, text })
    await ChatSocket.last.answer({
      quickReplies: [
        { kind: 'sign_in', text: 'Sign in' },
        { kind: 'person', text: 'A person, please' },
        ...['One?', 'Two?', 'Three?'].map(question),
      ],
    })
    const replies = within(screen.getByRole('group', { name: 'Suggested replies' }))
    expect(replies.getAllByRole('button')).toHaveLength(3)
    expect(replies.queryByText('Three?')).toBeNull()
    expect(replies.getByRole('link').getAttribute('href')).toBe('/signin?next=%2Fproperties%2Fmarina')
    await act(async () => press('One?'))
    expect(ChatSocket.last.questions.at(-1)!.message).toBe('One?')
  })

  it('stores a rating, and shows that one was not saved', async () => {
    let status = 200
    const api = fakeApi({
      [`POST /chat/conversations/${CONVERSATION}/ratings`]: () => [status, { success: true, rating: 'up' }],
    })
    const { calls } = await openPanel({ api })
    await ask()
    await ChatSocket.last.answer()
    const helped = () => screen.getByRole('button', { name: 'This answer helped' }).getAttribute('aria-pressed')
    await act(async () => press('This answer helped'))
    expect(calls.at(-1)!.body).toEqual({ messageId: ChatSocket.last.questions[0]!.id, rating: 'up' })
    expect(helped()).toBe('true')
    status = 503
    await act(async () => press('This answer didn’t help'))
    await waitFor(() => expect(helped()).toBe('true'))
  })

  it('copies an answer', async () => {
    const writeText = jest.fn(async (_text: string) => undefined)
    Object.assign(navigator, { clipboard: { writeText } })
    await openPanel()
    await ask()
    await ChatSocket.last.answer()
    await act(async () => press('Copy answer'))
    expect(writeText).toHaveBeenCalledWith('The fee is 1.5%.')
  })

  it('asks for a person with the visitor’s address, only after the consent', async () => {
    const path = `POST /chat/conversations/${CONVERSATION}/handover`
    const api = fakeApi({
      [path]: () => [200, { success: true, handoverId: 'h', requestedAt: '2026-11-23T08:00:00Z' }],
    })
    const { calls } = await openPanel({ api })
    expect(screen.queryByRole('button', { name: 'Talk to a person' })).toBeNull()
    await ask()
    await ChatSocket.last.answer()
    press('Talk to a person')
    fireEvent.click(await screen.findByRole('button', { name: 'Send request' }))
    expect(calls).toEqual([])
    expect(screen.getByText('Please enter a valid email address')).toBeTruthy()
    expect(screen.getByText('Agree to share the conversation, or go back to the chat.')).toBeTruthy()
    fireEvent.change(screen.getByRole('textbox', { name: 'Email' }), { target: { value: 'a@example.com' } })
    fireEvent.click(screen.getByRole('checkbox'))
    await act(async () => press('Send request'))
    expect(calls.at(-1)!.body).toEqual({ shareTranscript: true, email: 'a@example.com' })
    expect(await screen.findByRole('heading', { name: 'We’ve received your request' })).toBeTruthy()
  })

  it('asks a user for the consent alone', async () => {
    storeTokens()
    await openPanel()
    await ask()
    await ChatSocket.last.answer()
    press('Talk to a person')
    expect(await screen.findByRole('checkbox')).toBeTruthy()
    expect(screen.queryByRole('textbox', { name: 'Email' })).toBeNull()
  })

  it('is in Arabic, with an English answer from left to right', async () => {
    await openPanel({ locale: 'ar' })
    expect(screen.getByText('متصلة')).toBeTruthy()
    fireEvent.change(screen.getByRole('textbox'), { target: { value: 'Fees?' } })
    await act(async () => press('إرسال'))
    await ChatSocket.last.answer()
    const answer = screen.getByText('The fee is 1.5%.', { selector: '[lang=en] *' }).closest('[lang=en]')!
    expect(answer.getAttribute('dir')).toBe('ltr')
  })
})

const ACCOUNT: Partial<ReturnType<typeof aResponse>> = {
  kind: 'account',
  message: 'You’ve invested AED 2,000.',
  sentences: [{ text: 'You’ve invested AED 2,000.', citations: [] }],
  citations: [],
  figures: [
    {
      ...{ kind: 'fils', label: 'Invested', shown: 'AED 2,000', asOf: '2026-11-23T08:00:00Z', source: 'test' },
      valueFils: 200_000 as never,
    },
  ],
}
