// Jest's reporter in this project: shows the number of finished test files, the time of each, and failures. A terminal
// shows one updated line; a log gets a line per file. HISSA_TEST_REPORT gets a line of JSON when a file starts and when it
// ends, so that the results of a run that is stopped are known.
import { appendFileSync } from 'node:fs'
import { relative } from 'node:path'
import { failuresOfFile } from './failures.mjs'

const refreshMs = 500
const seconds = (ms) => `${(ms / 1000).toFixed(1)} s`

export default class ProgressReporter {
  done = 0
  running = new Map()
  startedAt = Date.now()

  constructor(config, { out = process.stderr, report = process.env.HISSA_TEST_REPORT } = {}) {
    this.root = config.rootDir
    this.out = out
    this.report = report
  }

  onRunStart({ numTotalTestSuites }) {
    this.total = numTotalTestSuites
    if (!this.out.isTTY) return
    this.timer = setInterval(() => this.update(), refreshMs)
    this.timer.unref()
  }

  onTestFileStart({ path }) {
    this.running.set(path, Date.now())
    this.write({ started: relative(this.root, path) })
    this.update()
  }

  onTestFileResult({ path }, result) {
    this.running.delete(path)
    this.done += 1
    const { numPassingTests: passed, numFailingTests: failed, numPendingTests: skipped = 0, failureMessage } = result
    const file = relative(this.root, path)
    const bad = failed > 0 || failureMessage
    const name = `${file}: ${passed} passed${failed > 0 ? `, ${failed} failed` : ''}`
    if (bad || !this.out.isTTY) {
      this.print(`${bad ? 'FAIL' : '    '} ${this.count()} ${name}, ${seconds(result.perfStats.runtime)}`)
    }
    if (failureMessage) this.print(failureMessage)
    const failures = failuresOfFile(file, result)
    this.write({ file, passed, failed: Math.max(failed, failures.length), skipped, failures })
    if (process.env.HISSA_TEST_NAMES) this.printNames(result)
    this.update()
  }

  onRunComplete() {
    clearInterval(this.timer)
    this.erase()
    this.write({ isComplete: true })
  }

  printNames({ testResults }) {
    for (const { status, ancestorTitles, title, duration = 0 } of testResults) {
      const name = [...ancestorTitles, title].join(' › ')
      if (status === 'passed') this.print(`       ✔ ${name} (${Math.round(duration)} ms)`)
    }
  }

  count() {
    return `${String(this.done).padStart(String(this.total).length)} of ${this.total}`
  }

  update() {
    if (!this.out.isTTY) return
    const names = [...this.running].map(
      ([path, since]) => `${relative(this.root, path).split('/').at(-1)} ${((Date.now() - since) / 1000).toFixed(0)} s`,
    )
    const line = `     ${this.count()} files, ${seconds(Date.now() - this.startedAt)}  ${names.join(', ')}`
    this.erase()
    this.out.write(line.slice(0, (this.out.columns || 80) - 1))
  }

  write(line) {
    if (this.report) appendFileSync(this.report, `${JSON.stringify(line)}\n`)
  }

  print(text) {
    this.erase()
    this.out.write(`${text}\n`)
  }

  erase() {
    if (this.out.isTTY) this.out.write('\r\u001b[2K')
  }
}
