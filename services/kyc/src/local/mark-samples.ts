import { id } from '@hissa/contracts'
import { parseOrProblem, problem } from '@hissa/kernel'
import { LocalCommands } from '@hissa/messaging'
import { Injectable, type OnApplicationBootstrap } from '@nestjs/common'
import * as z from 'zod/mini'
import { CaseStore } from '../cases/case.store.js'

const MarkRequest = z.object({ caseIds: z.array(id).check(z.minLength(1), z.maxLength(100)) })

/** Marks cases of the local launcher as sample data (`local.kyc.markSamples`). Available in local mode only. */
@Injectable()
export class MarkSamples implements OnApplicationBootstrap {
  constructor(
    private readonly store: CaseStore,
    private readonly local: LocalCommands,
  ) {}

  onApplicationBootstrap(): void {
    this.local.on('markSamples', (request) => this.mark(request))
  }

  /** Marks the cases. Errors: NOT_FOUND if one of the cases does not exist. */
  async mark(request: unknown): Promise<{ marked: number }> {
    const caseIds = [...new Set(parseOrProblem(MarkRequest, request).caseIds)]
    const marked = await this.store.markAsSample(caseIds)
    if (marked !== caseIds.length) throw problem('NOT_FOUND', 404, 'One of the cases does not exist.')
    return { marked }
  }
}
