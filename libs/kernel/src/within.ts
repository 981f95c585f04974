import { systemTiming, type Timing } from './timing.js'

/** Settles as `work` does, or rejects after `waitMs`. */
export async function within<T>(waitMs: number, work: Promise<T>, timing: Timing = systemTiming): Promise<T> {
  let cancel = () => {}
  const tooLate = new Promise<never>((_, reject) => {
    cancel = timing.after(waitMs, () => reject(new Error(`no result within ${waitMs} ms`)))
  })
  try {
    return await Promise.race([work, tooLate])
  } finally {
    cancel()
  }
}
