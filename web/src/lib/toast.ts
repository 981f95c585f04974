export interface ToastMessage {
  id: number
  kind: 'info' | 'success' | 'error'
  title?: string
  text: string
  /** Path, without language, of the screen that the action leads to: the toast is shown there too. */
  at?: string
}

let current: ToastMessage | null = null
let queue: ToastMessage[] = []
let lastId = 0
const listeners = new Set<() => void>()

/**
 * Shows a message for 5 s, one at a time. A newer one takes the place of one that said that all is well: its reader has
 * gone on. An error is not taken away; what comes meanwhile waits.
 */
export function showToast(message: Omit<ToastMessage, 'id'>): void {
  const toast = { ...message, id: (lastId += 1) }
  if (current?.kind === 'error') queue = [...queue, toast]
  else current = toast
  listeners.forEach((listener) => listener())
}

/** Takes the shown message away; the next in the queue follows. */
export function dismissToast(): void {
  ;[current = null, ...queue] = queue as [ToastMessage?, ...ToastMessage[]]
  listeners.forEach((listener) => listener())
}

/** Closes every toast that does not belong to the screen at `path`. The next change of screen closes it, too. */
export function clearToastsExcept(path: string): void {
  const kept = [current, ...queue].flatMap((toast) => (toast?.at === path ? [{ ...toast, at: undefined }] : []))
  ;[current = null, ...queue] = kept as [ToastMessage?, ...ToastMessage[]]
  listeners.forEach((listener) => listener())
}

export const toastStore = {
  subscribe(listener: () => void) {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
  get: () => current,
}
