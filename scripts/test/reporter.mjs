// Jest's reporter in this project: shows the number of finished test files, the time of each, and failures. A terminal
// shows one updated line; a log gets a line per file. The counts and failures are written to HISSA_TEST_REPORT as JSON.
// A run in which no file ends for a long time is stopped.
import { writeFileSync } from 'node:fs'
import { relative } from 'node:path'
import { failuresOfFile } from './failures.mjs'

const refreshMs = 500
/** No file takes so long, even on a busy machine. */
const hangMs = 600_000
const seconds = (ms) => `${(ms / 1000).toFixed(1)} s`

export default class ProgressReporter {
  done = 0
  running = new Map()
  failures = []
  startedAt = Date.now()

  constructor(config, { out = process.stderr, report = process.env.HISSA_TEST_REPORT, exit = process.exit } = {}) {
    this.root = config.rootDir
    this.out = out
    this.report = report
    this.exit = exit
  }

  onRunStart({ numTotalTestSuites }) {
    this.total = numTotalTestSuites
    this.hang = setTimeout(() => this.stopHanging(), hangMs)
    if (!this.out.isTTY) return
    this.timer = setInterval(() => this.update(), refreshMs)
    this.timer.unref()
  }

  onTestFileStart({ path }) {
    this.running.set(path, Date.now())
    this.update()
  }

  onTestFileResult({ path }, result) {
    this.running.delete(path)
    this.done += 1
    this.hang.refresh()
    const { numPassingTests: passed, numFailingTests: failed, failureMessage, perfStats } = result
    const bad = failed > 0 || failureMessage
    const name = `${relative(this.root, path)}: ${passed} passed${failed > 0 ? `, ${failed} failed` : ''}`
    if (bad || !this.out.isTTY) {
      this.print(`${bad ? 'FAIL' : '    '} ${this.count()} ${name}, ${seconds(perfStats.runtime)}`)
    }
    if (failureMessage) this.print(failureMessage)
    this.failures.push(...failuresOfFile(relative(this.root, path), result))
    if (process.env.HISSA_TEST_NAMES) this.printNames(result)
    this.update()
  }

  onRunComplete(_contexts, results) {
    clearInterval(this.timer)
    clearTimeout(this.hang)
    this.erase()
    const { numPassedTests: passed, numFailedTests, numFailedTestSuites, numPendingTests: skipped } = results
    const failed = numFailedTests || numFailedTestSuites
    if (this.report) writeFileSync(this.report, JSON.stringify({ passed, failed, skipped, failures: this.failures }))
  }

  /** The workers exit with this process. */
  stopHanging() {
    const names = [...this.running.keys()].map((path) => relative(this.root, path))
    const hanging = names.map((file) => ({ file, name: '', error: `has not ended for ${hangMs / 60_000} minutes` }))
    for (const { file, error } of hanging) this.print(`FAIL ${file} ${error}`)
    const failures = [...this.failures, ...hanging]
    if (this.report)
      writeFileSync(this.report, JSON.stringify({ passed: 0, failed: failures.length, skipped: 0, failures }))
    this.exit(1)
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

  print(text) {
    this.erase()
    this.out.write(`${text}\n`)
  }

  erase() {
    if (this.out.isTTY) this.out.write('\r\u001b[2K')
  }
}
