export interface ToastMessage {
  id: number
  kind: 'info' | 'success' | 'error'
  title?: string
  text: string
  /** Whether the toast stays through the next navigation, to which it belongs. */
  survivesNavigation?: boolean
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

/** Closes the toasts of the last screen; keeps those that survive one navigation. */
export function clearToastsOfScreen(): void {
  const kept = [current, ...queue].flatMap((toast) =>
    toast?.survivesNavigation ? [{ ...toast, survivesNavigation: false }] : [],
  )
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
