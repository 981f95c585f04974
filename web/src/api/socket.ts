/** Opens a socket of the platform, such as `/ws/events`. */
export const openSocket = (path: string): WebSocket => new WebSocket(`${location.origin.replace(/^http/, 'ws')}${path}`)

/** Closes a socket. One that is connecting is closed once it is open: browsers log an earlier close as a failure. */
export function closeSocket(socket: WebSocket): void {
  if (socket.readyState === WebSocket.CONNECTING) socket.onopen = () => socket.close()
  else socket.close()
}
