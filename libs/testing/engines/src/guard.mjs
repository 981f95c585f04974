// Runs one engine and ends it when this process's standard input closes: the starter holds the other end of that pipe,
// and the kernel closes it however the starter dies. Usage: node guard.mjs [--on-end '["cmd","arg"]'] command args...
import { spawn, spawnSync } from 'node:child_process'

const graceMs = 8000
const argv = process.argv.slice(2)
const onEnd = argv[0] === '--on-end' ? JSON.parse(argv.splice(0, 2)[1]) : null
const [command, ...args] = argv

const engine = spawn(command, args, { stdio: ['ignore', 'inherit', 'inherit'] })
engine.once('error', (error) => {
  process.stderr.write(`cannot run ${command}: ${error.message}\n`)
  process.exit(127)
})
engine.once('exit', (code, signal) => process.exit(code ?? (signal === 'SIGTERM' ? 0 : 1)))
engine.once('spawn', () => process.stdout.write(`guard: engine pid ${engine.pid}\n`))

let ending = false
function end() {
  if (ending) return
  ending = true
  engine.kill('SIGCONT')
  engine.kill('SIGTERM')
  if (onEnd) spawnSync(onEnd[0], onEnd.slice(1), { stdio: 'ignore' })
  setTimeout(() => engine.kill('SIGKILL'), graceMs).unref()
}

process.stdin.on('end', end).on('error', end).resume()
process.on('SIGTERM', end)
process.on('SIGINT', () => {}) // Ctrl-C belongs to the starter, which ends engines after those who use them.
process.stdout.on('error', () => {}) // A dead starter no longer reads; the engine still has to be ended in order.
process.stderr.on('error', () => {})
