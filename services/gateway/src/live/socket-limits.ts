import type { Timing } from '@hissa/kernel'
import type { WebSocket } from 'ws'

const FRAMES_PER_WINDOW = 20
const FRAMES_WINDOW_MS = 10_000
const CLOSE_WITHIN_MS = 1_000

/** Counts the open sockets of each address. */
export class SocketCounts {
  private readonly byAddress = new Map<string, number>()

  constructor(private readonly perAddress: number) {}

  /** Counts a socket until it closes; returns false if its address is at the limit. */
  admit(address: string, socket: WebSocket): boolean {
    const open = this.byAddress.get(address) ?? 0
    if (open >= this.perAddress) return false
    this.byAddress.set(address, open + 1)
    socket.once('close', () => this.release(address))
    return true
  }

  private release(address: string): void {
    const left = (this.byAddress.get(address) ?? 1) - 1
    if (left > 0) this.byAddress.set(address, left)
    else this.byAddress.delete(address)
  }
}

/** Closes a socket that sends more frames, including pings, than our clients need. */
export function limitFrames(socket: WebSocket, timing: Timing): void {
  let frames = 0
  let windowEndsAtMs = 0
  const count = () => {
    const nowMs = timing.elapsedMs()
    if (nowMs > windowEndsAtMs) {
      frames = 0
      windowEndsAtMs = nowMs + FRAMES_WINDOW_MS
    }
    frames += 1
    if (frames > FRAMES_PER_WINDOW) closeNow(socket, 1008, 'too many frames', timing)
  }
  socket.on('message', count).on('ping', count)
}

/** Closes a socket and terminates it if the other side does not respond soon. */
export function closeNow(socket: WebSocket, code: number, reason: string, timing: Timing): void {
  if (socket.readyState !== socket.OPEN) return
  socket.close(code, reason)
  socket.once(
    'close',
    timing.after(CLOSE_WITHIN_MS, () => socket.terminate()),
  )
}
