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
 * Shows a message for 5 s, one at a time. A new message replaces the current one, except an error, after which it is
 * queued.
 */
export function showToast(message: Omit<ToastMessage, 'id'>): void {
  const toast = { ...message, id: (lastId += 1) }
  if (current?.kind === 'error') queue = [...queue, toast]
  else current = toast
  listeners.forEach((listener) => listener())
}

/** Closes the shown message and shows the next one in the queue. */
export function dismissToast(): void {
  ;[current = null, ...queue] = queue as [ToastMessage?, ...ToastMessage[]]
  listeners.forEach((listener) => listener())
}

/** Closes every toast that doesn't belong to the screen at `path`. The next change of screen closes those as well. */
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
