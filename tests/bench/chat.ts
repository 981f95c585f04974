import { LONGEST_MESSAGE, type ChatServerFrame } from '@hissa/contracts/chat'
import { compareLower, figure, percentile, report } from '@hissa/testing-helpers/bench'
import { root, startHissa } from '@hissa/testing-driver/product'
import { once } from 'node:events'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startBenchEngines } from './engines.js'
import { clearNpmVariables, FIRST_START_WITHIN_MS } from './trees.js'

const SOCKETS = Number(process.env['BENCH_SOCKETS'] ?? 1_000)
const FEW_SOCKETS = 50
const ASK_EVERY_MS = 10_000
const QUESTIONS_PER_SOCKET = 3
const ROUNDS = 2
const OPEN_AT_ONCE = 50
const ANSWERED_WITHIN_MS = 30_000
const GOAL_MS = 300

/** A visitor with an open panel. */
class Client {
  private readonly waiting = new Map<string, (refusal?: string) => void>()

  private constructor(private readonly socket: WebSocket) {
    socket.addEventListener('message', ({ data }: { data: unknown }) => {
      const frame = JSON.parse(String(data)) as ChatServerFrame
      if (frame.type === 'chatbot_response') this.settle(frame.id)
      if (frame.type === 'error') for (const id of this.waiting.keys()) this.settle(id, frame.code)
    })
    socket.addEventListener('close', ({ reason }) => {
      for (const id of this.waiting.keys()) this.settle(id, `closed: ${reason}`)
    })
  }

  static async open(url: string): Promise<Client> {
    const socket = new WebSocket(`${url.replace('http', 'ws')}/ws/chat`)
    await once(socket, 'open')
    return new Client(socket)
  }

  /** Returns the milliseconds until the answer is complete. Throws if the question is refused or the socket closes. */
  async ask(message: string, id: string): Promise<number> {
    const askedAt = performance.now()
    const refusal = await new Promise<string | undefined>((resolve) => {
      const timer = setTimeout(() => this.settle(id, 'timed out'), ANSWERED_WITHIN_MS)
      this.waiting.set(id, (refused) => {
        clearTimeout(timer)
        resolve(refused)
      })
      this.socket.send(JSON.stringify({ action: 'chatbot', message, id }))
    })
    if (refusal) throw new Error(`no answer to "${message}": ${refusal}`)
    return performance.now() - askedAt
  }

  close(): void {
    this.socket.close()
  }

  private settle(id: string, refusal?: string): void {
    this.waiting.get(id)?.(refusal)
    this.waiting.delete(id)
  }
}

/** Returns the questions of all articles, in both languages, and as many that no article answers. */
async function readQuestions(): Promise<string[]> {
  const knowledge = join(root, 'services/chat/knowledge')
  const lists = await Promise.all(
    ['en', 'ar'].map(async (language) => {
      const names = await readdir(join(knowledge, language))
      const articles = await Promise.all(names.map((name) => readFile(join(knowledge, language, name), 'utf8')))
      const own = articles.flatMap((text) => [...text.matchAll(/^ {2}- (.+)$/gm)].map(([, question]) => question!))
      const other = (await readFile(join(knowledge, `questions/off-topic.${language}.txt`), 'utf8')).trim().split('\n')
      return [...own, ...other.slice(0, own.length)]
    }),
  )
  return lists.flat().filter((question) => question.length <= LONGEST_MESSAGE)
}

/** Lets every client ask in turns, evenly over the interval; returns the milliseconds of each answer. */
async function measure(clients: readonly Client[], questions: readonly string[], round: number): Promise<number[]> {
  const tookMs = await Promise.all(
    clients.map(async (client, index) => {
      await sleep((ASK_EVERY_MS * index) / clients.length)
      const times: number[] = []
      for (let turn = 0; turn < QUESTIONS_PER_SOCKET; turn += 1) {
        const startedAt = performance.now()
        const question = questions[(index * QUESTIONS_PER_SOCKET + turn) % questions.length]!
        times.push(await client.ask(question, `${round}-${turn}`))
        if (turn < QUESTIONS_PER_SOCKET - 1) await sleep(Math.max(0, ASK_EVERY_MS - (performance.now() - startedAt)))
      }
      return times
    }),
  )
  return tookMs.flat()
}

async function openClients(url: string, count: number): Promise<Client[]> {
  const clients: Client[] = []
  while (clients.length < count) {
    const batch = Math.min(OPEN_AT_ONCE, count - clients.length)
    clients.push(...(await Promise.all(Array.from({ length: batch }, () => Client.open(url)))))
  }
  return clients
}

clearNpmVariables()
const engines = await startBenchEngines()
const opened: Client[] = []
try {
  // All sockets come from one address here.
  const limits = { RATE_LIMIT_QUESTIONS_PER_MINUTE: '100000', RATE_LIMIT_READS_PER_MINUTE: '100000' }
  const env = { ...limits, SOCKETS_PER_ADDRESS: String(2 * SOCKETS), LOG_LEVEL: 'error', ...engines.env }
  const hissa = await startHissa({ env, cwd: root, readyWithinMs: FIRST_START_WITHIN_MS })
  try {
    const questions = await readQuestions()
    const few = await openClients(hissa.url, FEW_SOCKETS)
    opened.push(...few)
    const [ofMany, ofFew]: [number[], number[]] = [[], []]
    for (let round = 0; round < ROUNDS; round += 1) {
      ofFew.push(percentile(await measure(few, questions, round), 95))
      const more = await openClients(hissa.url, SOCKETS - FEW_SOCKETS)
      opened.push(...more)
      ofMany.push(percentile(await measure([...few, ...more], questions, ROUNDS + round), 95))
      console.log(
        `round ${round + 1}: ${ofMany.at(-1)!.toFixed(0)} ms with ${SOCKETS} sockets, ${ofFew.at(-1)!.toFixed(0)} ms with ${FEW_SOCKETS}`,
      )
      for (const client of more) client.close()
    }
    const rounds = ofMany.map((ours, round) => ({ ours, peers: ofFew[round]! }))
    report(root, 'chat', /docstore/.test(hissa.output()) ? 'docstore' : 'MongoDB', [
      compareLower('chat.p95Ms', rounds, { unit: 'ms', peer: `${FEW_SOCKETS} sockets`, goal: `<= ${GOAL_MS}` }),
      figure('chat.sockets', [SOCKETS], 'sockets', '1000 on one process'),
    ])
  } finally {
    for (const client of opened) client.close()
    await hissa.stop()
  }
} finally {
  await engines.stop()
}
