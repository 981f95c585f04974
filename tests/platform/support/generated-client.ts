import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'

const ROOT = join(import.meta.dirname, '../../..')
/** The guide's example, which runs here. */
const EXAMPLE = join(ROOT, 'docs/guides/buy-a-share.ts')
const MAX_LINES = 40
const CAST = /\bas (?!const\b)|<any>|\bany\b|@ts-|[\w)\]]!/

const node = (...args: string[]) => promisify(execFile)(process.execPath, args)

export interface Buyer {
  /** Runs the example until its order is paid; `pay` is called with the address of the payment page. */
  run(baseUrl: string, token: string, pay: (url: string) => Promise<void>): Promise<{ orderId: string }>
  remove(): Promise<void>
}

/** Generates a client from the document at `url`, and checks and compiles the guide's example with it. */
export async function generateBuyer(url: string): Promise<Buyer> {
  await requirePlain()
  const dir = await mkdtemp(join(tmpdir(), 'hissa-client-'))
  await node(join(import.meta.dirname, 'generate-client.mjs'), url, join(dir, 'client'))
  await copyFile(EXAMPLE, join(dir, 'buy-a-share.ts'))
  await writeFile(join(dir, 'package.json'), '{"type":"module"}')
  const compilerOptions = {
    ...{ strict: true, noUncheckedIndexedAccess: true, skipLibCheck: true, outDir: 'out' },
    ...{ module: 'nodenext', target: 'es2024', lib: ['es2024', 'dom', 'dom.iterable'] },
    ...{ types: ['node'], typeRoots: [join(ROOT, 'node_modules/@types')] },
  }
  await writeFile(join(dir, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['buy-a-share.ts'] }))
  await node(join(ROOT, 'node_modules/typescript/bin/tsc'), '-p', dir).catch((error: { stdout?: string }) => {
    throw new Error(`the example does not compile with the generated client:\n${error.stdout}`)
  })
  return {
    run: (baseUrl, token, pay) => run(join(dir, 'out/buy-a-share.js'), [baseUrl, token], pay),
    remove: () => rm(dir, { recursive: true, force: true }),
  }
}

/** Checks that the example is simple: few lines, and no type assertions. */
async function requirePlain(): Promise<void> {
  const lines = (await readFile(EXAMPLE, 'utf8')).trimEnd().split('\n')
  if (lines.length >= MAX_LINES) throw new Error(`the example has ${lines.length} lines`)
  const cast = lines.find((line) => !line.startsWith('//') && CAST.test(line))
  if (cast !== undefined) throw new Error(`the example overrides a type: ${cast}`)
}

async function run(file: string, args: string[], pay: (url: string) => Promise<void>): Promise<{ orderId: string }> {
  const child = spawn(process.execPath, [file, ...args], { stdio: ['ignore', 'pipe', 'pipe'] })
  let failure = ''
  child.stderr.on('data', (text) => (failure += text))
  const ended = once(child, 'close') as Promise<[number]>
  try {
    let orderId: string | undefined
    for await (const line of createInterface(child.stdout)) {
      const url = /^Pay at (.+)$/.exec(line)?.[1]
      if (url) await pay(url)
      orderId ??= /^Paid: order (.+)$/.exec(line)?.[1]
    }
    const [code] = await ended
    if (code !== 0 || orderId === undefined) throw new Error(`the example ended with ${code}: ${failure}`)
    return { orderId }
  } finally {
    child.kill()
  }
}
