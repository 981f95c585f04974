import type { MessagePort } from 'node:worker_threads'

const waiting: (() => void)[] = []

interface Task {
  kind: 'echo' | 'fail' | 'hang' | 'meet'
  text: string
  port?: MessagePort
}

/**
 * Worker for the tests of the pool: echoes, fails, never ends, or waits for a second task on its thread. It posts to the
 * task’s port first.
 */
export default async function work({ kind, text, port }: Task): Promise<string> {
  if (kind === 'fail') throw new RangeError(text)
  port?.postMessage(text)
  while (kind === 'hang');
  if (kind === 'meet') {
    await new Promise<void>((resolve) => {
      waiting.push(resolve)
      if (waiting.length === 2) waiting.forEach((meet) => meet())
    })
  }
  return text
}
