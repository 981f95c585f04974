import { afterEach, describe, expect, it } from '@jest/globals'
import { once } from 'node:events'
import { MessageChannel, type MessagePort } from 'node:worker_threads'
import { ManualTiming } from '../timing.js'
import { TaskRejectedError, TaskTimeoutError, WorkerPool, workerFile, type WorkerPoolOptions } from './worker-pool.js'

interface Task {
  kind: 'echo' | 'fail' | 'hang' | 'meet'
  text: string
  port?: MessagePort
}

const pools: WorkerPool<Task, string>[] = []
const open = (changes: Partial<WorkerPoolOptions<Task>> = {}) => {
  const pool = new WorkerPool<Task, string>({
    file: workerFile(import.meta.url, '../../test/echo-worker'),
    maxThreads: 1,
    maxWaiting: 8,
    maxWaitingPerUser: 4,
    queueTimeoutMs: 30_000,
    taskTimeoutMs: 30_000,
    heapLimitMb: 32,
    ...changes,
  })
  pools.push(pool)
  return pool
}
const portsOf = ({ port }: Task) => (port ? [port] : [])
/** Submits a task that never ends; resolves once it runs on its thread. */
async function hang(pool: WorkerPool<Task, string>) {
  const { port1, port2 } = new MessageChannel()
  const begun = once(port1, 'message')
  const hung = pool.run('anna', async () => ({ kind: 'hang', text: 'begun', port: port2 }))
  await begun
  port1.close()
  return { hung }
}
const echo = (text: string) => async (): Promise<Task> => ({ kind: 'echo', text })

describe('WorkerPool', () => {
  afterEach(async () => {
    for (const pool of pools.splice(0)) await pool.close()
  })

  it('returns what the task returns and throws what it throws', async () => {
    const pool = open()
    await expect(pool.run('anna', echo('done'))).resolves.toBe('done')
    await expect(pool.run('anna', async () => ({ kind: 'fail', text: 'no' }))).rejects.toThrow('no')
    await expect(pool.run('anna', () => Promise.reject(new Error('gone')))).rejects.toThrow('gone')
    await expect(pool.run('anna', echo('again'))).resolves.toBe('again')
  })

  it('alternates between users, however many tasks one of them submits', async () => {
    const pool = open()
    const finished: string[] = []
    const submit = (user: string, text: string) => pool.run(user, echo(text)).then(() => finished.push(text))
    const anna = ['a1', 'a2', 'a3', 'a4'].map((text) => submit('anna', text))
    await Promise.all([...anna, submit('ben', 'b1')])
    expect(finished).toEqual(['a1', 'b1', 'a2', 'a3', 'a4'])
  })

  it('loads a task only when it starts', async () => {
    const pool = open()
    let loaded = 0
    let release = (_: Task) => {}
    const first = pool.run('anna', () => new Promise<Task>((resolve) => (release = resolve)))
    const second = pool.run('ben', async () => {
      loaded += 1
      return { kind: 'echo', text: 'second' }
    })
    expect([loaded, pool.waiting]).toEqual([0, 1])
    release({ kind: 'echo', text: 'first' })
    await Promise.all([first, second])
    expect([loaded, pool.waiting]).toEqual([1, 0])
  })

  it('runs as many tasks at once on a thread as configured', async () => {
    const pool = open({ tasksPerThread: 2 })
    const meet = (user: string) => pool.run(user, async () => ({ kind: 'meet', text: user }))
    await expect(Promise.all([meet('anna'), meet('ben')])).resolves.toEqual(['anna', 'ben'])
  })

  it('replaces a shared thread that a task blocks for too long', async () => {
    const timing = new ManualTiming()
    const pool = open({ tasksPerThread: 2, taskTimeoutMs: 3_000, transferOf: portsOf, timing })
    const { hung } = await hang(pool)
    const timedOut = expect(hung).rejects.toBeInstanceOf(TaskTimeoutError)
    await timing.pass(3_000)
    await timedOut
    await expect(pool.run('ben', echo('after'))).resolves.toBe('after')
  })

  it('transfers the listed parts of a task to its thread', async () => {
    const pool = open({ transferOf: portsOf })
    const { port1, port2 } = new MessageChannel()
    const posted = once(port1, 'message')
    await pool.run('anna', async () => ({ kind: 'echo', text: 'from the thread', port: port2 }))
    expect(await posted).toEqual(['from the thread'])
    port1.close()
  })

  it('rejects a task immediately when the queue is full', async () => {
    const pool = open({ maxWaiting: 2, maxWaitingPerUser: 1 })
    const accepted = [pool.run('anna', echo('1')), pool.run('anna', echo('2')), pool.run('ben', echo('3'))]
    await expect(pool.run('anna', echo('4'))).rejects.toBeInstanceOf(TaskRejectedError)
    await expect(pool.run('carl', echo('5'))).rejects.toBeInstanceOf(TaskRejectedError)
    await expect(Promise.all(accepted)).resolves.toEqual(['1', '2', '3'])
  })

  it('terminates a task that does not end and runs the next', async () => {
    const timing = new ManualTiming()
    const pool = open({ taskTimeoutMs: 3_000, transferOf: portsOf, timing })
    const { hung } = await hang(pool)
    const next = pool.run('ben', echo('after'))
    const timedOut = expect(hung).rejects.toBeInstanceOf(TaskTimeoutError)
    await timing.pass(3_000)
    await timedOut
    await expect(next).resolves.toBe('after')
  })

  it('rejects a task that does not start in time', async () => {
    const timing = new ManualTiming()
    const pool = open({ queueTimeoutMs: 50, timing })
    let release = (_: Task) => {}
    const first = pool.run('anna', () => new Promise<Task>((resolve) => (release = resolve)))
    const rejected = expect(pool.run('ben', echo('late'))).rejects.toBeInstanceOf(TaskRejectedError)
    await timing.pass(50)
    await rejected
    release({ kind: 'echo', text: 'first' })
    await expect(first).resolves.toBe('first')
  })

  it('rejects waiting tasks when it is closed', async () => {
    const pool = open()
    const hung = pool.run('anna', async () => ({ kind: 'hang', text: '' }))
    const waiting = pool.run('ben', echo('never'))
    const [first, second] = await Promise.all([
      hung.catch((error: unknown) => error),
      waiting.catch((error: unknown) => error),
      pool.close(),
    ])
    expect(first).toBeInstanceOf(Error)
    expect(second).toBeInstanceOf(TaskRejectedError)
    await expect(pool.run('carl', echo('closed'))).rejects.toBeInstanceOf(TaskRejectedError)
  })
})
