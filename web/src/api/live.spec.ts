import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals'
import { connectLive } from './live.js'
import type { SessionStore } from './session.js'
import type { AppStore } from './store.js'

/** The sockets in the order in which they were opened. */
class FakeSocket {
  static readonly CONNECTING = 0
  static opened: FakeSocket[] = []
  readonly sent: string[] = []
  readyState = FakeSocket.CONNECTING
  onopen?: () => void
  onmessage?: (message: { data: string }) => void
  onclose?: (event: { reason: string }) => void
  constructor(readonly url: string) {
    FakeSocket.opened.push(this)
  }
  send(frame: string) {
    this.sent.push(frame)
  }
  /** The server has accepted the connection. */
  accept() {
    this.readyState = 1
    this.onopen!()
  }
  close() {
    if (this.readyState === FakeSocket.CONNECTING) throw new Error('closed before the connection is established')
    this.readyState = 3
    this.onclose?.({ reason: '' })
  }
}

function sessionOf(initial: string | null) {
  const listeners = new Set<() => void>()
  const state = { token: initial }
  const session = {
    get: () => state.token && {},
    idToken: async () => state.token,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  } as unknown as SessionStore
  const change = async (token: string | null) => {
    state.token = token
    listeners.forEach((listener) => listener())
    await settled()
  }
  return { session, change }
}
const settled = () => new Promise<void>((resolve) => process.nextTick(resolve))

describe('connectLive', () => {
  const real = globalThis.WebSocket
  beforeEach(() => {
    jest.useFakeTimers({ doNotFake: ['nextTick'] })
    FakeSocket.opened = []
    globalThis.WebSocket = FakeSocket as unknown as typeof WebSocket
  })
  afterEach(() => {
    jest.useRealTimers()
    globalThis.WebSocket = real
  })

  it('opens no socket for a visitor and one when a user signs in', async () => {
    const { session, change } = sessionOf(null)
    const end = connectLive({} as AppStore, session)
    await settled()
    jest.advanceTimersByTime(60_000)
    expect(FakeSocket.opened).toEqual([])
    await change('token')
    FakeSocket.opened[0]!.accept()
    expect(FakeSocket.opened[0]!.sent).toEqual([JSON.stringify({ action: 'auth', token: 'token' })])
    end()
  })

  it('opens no socket after signing out', async () => {
    const { session, change } = sessionOf('token')
    const end = connectLive({} as AppStore, session)
    await settled()
    FakeSocket.opened[0]!.accept()
    await change(null)
    jest.advanceTimersByTime(60_000)
    await settled()
    expect(FakeSocket.opened).toHaveLength(1)
    end()
  })

  it.each([
    ['the session changes', ({ change }: ReturnType<typeof sessionOf>) => change('another')],
    ['the page ends', (_session: unknown, end: () => void) => end()],
  ])('waits for a socket that is connecting when %s, and closes it without a token', async (_when, happen) => {
    const fake = sessionOf('token')
    const end = connectLive({} as AppStore, fake.session)
    await settled()
    await happen(fake, end)
    const [socket] = FakeSocket.opened
    expect(socket!.readyState).toBe(FakeSocket.CONNECTING)
    socket!.accept()
    expect(socket).toMatchObject({ readyState: 3, sent: [] })
    end()
  })

  it('reconnects with increasing backoff while the server closes the socket', async () => {
    const { session } = sessionOf('token')
    const end = connectLive({} as AppStore, session)
    await settled()
    for (const pauseMs of [1_000, 2_000, 4_000]) {
      const before = FakeSocket.opened.length
      const socket = FakeSocket.opened.at(-1)!
      socket.accept()
      socket.close()
      jest.advanceTimersByTime(pauseMs - 1)
      await settled()
      expect(FakeSocket.opened).toHaveLength(before)
      jest.advanceTimersByTime(1)
      await settled()
      expect(FakeSocket.opened).toHaveLength(before + 1)
    }
    end()
  })

  it('has the settings read when a socket is ready and when another device changes one', async () => {
    const onSettings = jest.fn()
    const end = connectLive({ dispatch: jest.fn() } as unknown as AppStore, sessionOf('token').session, onSettings)
    await settled()
    FakeSocket.opened[0]!.accept()
    const types = ['ready', 'identity.settings.changed.v1', 'identity.userStatus.changed.v1']
    const counts = types.map((type) => {
      FakeSocket.opened[0]!.onmessage!({ data: JSON.stringify({ type }) })
      return onSettings.mock.calls.length
    })
    expect(counts).toEqual([1, 2, 2])
    end()
  })

  it.each(['investment.distribution.paid.v1', 'investment.withdrawal.changed.v1'])(
    'has the dashboard and cash read again after %s',
    async (type) => {
      const dispatch = jest.fn()
      const end = connectLive({ dispatch } as unknown as AppStore, sessionOf('token').session)
      await settled()
      FakeSocket.opened[0]!.accept()
      FakeSocket.opened[0]!.onmessage!({ data: JSON.stringify({ type }) })
      expect(dispatch).toHaveBeenCalledWith(expect.objectContaining({ payload: ['Dashboard', 'Cash'] }))
      end()
    },
  )

  it('has everything read again when a socket is ready after an interruption, but not the first time', async () => {
    const dispatch = jest.fn()
    const end = connectLive({ dispatch } as unknown as AppStore, sessionOf('token').session)
    await settled()
    const receive = (type: string) => FakeSocket.opened.at(-1)!.onmessage!({ data: JSON.stringify({ type }) })
    const tagsOf = (call: number) => (dispatch.mock.calls[call]![0] as { payload: string[] }).payload
    FakeSocket.opened[0]!.accept()
    receive('ready')
    expect(dispatch).not.toHaveBeenCalled()
    receive('kyc.case.approved.v1')
    expect(tagsOf(0)).toEqual(['Kyc', 'Profile'])
    FakeSocket.opened[0]!.close()
    jest.advanceTimersByTime(1_000)
    await settled()
    FakeSocket.opened[1]!.accept()
    receive('ready')
    expect(tagsOf(1)).toEqual(['Property', 'Order', 'Dashboard', 'Profile', 'Token', 'Cash', 'Kyc', 'Notice'])
    receive('ready')
    expect(dispatch).toHaveBeenCalledTimes(2)
    end()
  })
})
