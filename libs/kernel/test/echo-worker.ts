import type { MessagePort } from 'node:worker_threads'

const waiting: (() => void)[] = []

interface Task {
  kind: 'echo' | 'fail' | 'hang' | 'meet' | 'post'
  text: string
  port?: MessagePort
}

/**
 * Worker for the tests of the pool: echoes, fails, never ends, waits for a second task on its thread, or posts to a
 * port.
 */
export default async function work({ kind, text, port }: Task): Promise<string> {
  if (kind === 'fail') throw new RangeError(text)
  while (kind === 'hang');
  port?.postMessage(text)
  if (kind === 'meet') {
    await new Promise<void>((resolve) => {
      waiting.push(resolve)
      if (waiting.length === 2) waiting.forEach((meet) => meet())
    })
  }
  return text
}
