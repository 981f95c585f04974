import { inSpan, type Tracer } from '@hissa/kernel'
import { Committer, type Change, type CommitterOptions, type Outcome } from '@hissa/ledger'

/**
 * Records how long each caller waits for its commit, including the time in the queue. The batch itself belongs to
 * several traces at once and has no span.
 */
export class TracedCommitter extends Committer {
  constructor(
    options: CommitterOptions,
    private readonly tracer: Tracer,
  ) {
    super(options)
  }

  override commit(change: Change): Promise<Outcome> {
    return this.traced(() => super.commit(change))
  }

  override decideAndCommit<T>(decideChange: () => Promise<Change | { done: T }>): Promise<Outcome | { done: T }> {
    return this.traced(() => super.decideAndCommit(decideChange))
  }

  private traced<T extends Outcome | { done: unknown }>(work: () => Promise<T>): Promise<T> {
    return inSpan(this.tracer, 'ledger commit', {}, async (span) => {
      const outcome = await work()
      if ('ok' in outcome && !outcome.ok) span.setAttribute('hissa.ledger.refusal', outcome.reason)
      return outcome
    })
  }
}
