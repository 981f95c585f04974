import type { ReplyKind } from '@hissa/contracts/chat'
import { Counter, Gauge, Histogram, METRICS, type MetricsRegistry } from '@hissa/kernel'
import { Inject, Injectable } from '@nestjs/common'

/**
 * Counts answers by kind and measures their duration; the share of `unknown` shows what articles lack. Counts and measures
 * speech, and counts searches and quizzes of the learning hub.
 */
@Injectable()
export class Measures {
  private readonly asks: Counter<'kind'>
  private readonly seconds: Histogram<'kind'>
  private readonly index: Gauge
  private readonly passages: Gauge
  private readonly speeches: Counter<'result'>
  private readonly speechSeconds: Histogram
  private readonly searches: Counter<'result'>
  private readonly quizzes: Counter<'result'>

  constructor(@Inject(METRICS) private readonly registry: MetricsRegistry) {
    const registers = [registry]
    const labelNames = ['kind'] as const
    this.asks = new Counter({
      name: 'chat_asks_total',
      help: 'Answered questions, by kind of answer.',
      labelNames,
      registers,
    })
    this.seconds = new Histogram({
      name: 'chat_answer_seconds',
      help: 'Time to answer a question, by kind of answer.',
      labelNames,
      buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
      registers,
    })
    this.index = new Gauge({
      name: 'chat_index_version',
      help: 'Version of the index: how many versions of articles had been published when it was built.',
      registers,
    })
    this.passages = new Gauge({ name: 'chat_index_passages', help: 'Passages in the index.', registers })
    this.speeches = new Counter({
      name: 'chat_speech_total',
      help: 'Texts read aloud, by result: made, cached, busy, failed or unavailable.',
      labelNames: ['result'],
      registers,
    })
    this.speechSeconds = new Histogram({
      name: 'chat_speech_seconds',
      help: 'Time to make the speech of a text, without waiting.',
      buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
      registers,
    })
    this.searches = new Counter({
      name: 'chat_learning_searches_total',
      help: 'Searches of the learning hub, by result: found or none.',
      labelNames: ['result'],
      registers,
    })
    this.quizzes = new Counter({
      name: 'chat_quizzes_total',
      help: 'Recorded attempts at quizzes, by result: all_right or some_wrong.',
      labelNames: ['result'],
      registers,
    })
  }

  asked(kind: ReplyKind, seconds: number): void {
    this.asks.inc({ kind })
    this.seconds.observe({ kind }, seconds)
  }

  /** @param seconds only of speech that was made */
  spoke(result: 'made' | 'cached' | 'busy' | 'failed' | 'unavailable', seconds?: number): void {
    this.speeches.inc({ result })
    if (seconds !== undefined) this.speechSeconds.observe(seconds)
  }

  searched(isFound: boolean): void {
    this.searches.inc({ result: isFound ? 'found' : 'none' })
  }

  quizCompleted(isAllRight: boolean): void {
    this.quizzes.inc({ result: isAllRight ? 'all_right' : 'some_wrong' })
  }

  /** Measures the memory of kept speech. */
  keeps(bytes: () => number): void {
    new Gauge({
      name: 'chat_speech_cache_bytes',
      help: 'Bytes of speech that is kept.',
      registers: [this.registry],
      collect() {
        this.set(bytes())
      },
    })
  }

  indexed(version: number, passages: number): void {
    this.index.set(version)
    this.passages.set(passages)
  }
}
