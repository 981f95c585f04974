import { ok, refuse, refuseFields, VERSION_CONFLICT, type Answer, type Input as InputOf } from '@hissa/contracts'
import * as contracts from '@hissa/contracts/chat'
import { CLOCK, type Clock } from '@hissa/kernel'
import { Caller, Input, Rpc } from '@hissa/messaging'
import { Controller, Inject } from '@nestjs/common'
import { ArticleStore } from '../knowledge/article.store.js'
import { ChangeArticle } from '../knowledge/change-article.js'
import { planImport } from './plan-import.js'

/** Handles the calls by which staff import articles and questions as drafts. */
@Controller()
export class ImportsController {
  constructor(
    private readonly store: ArticleStore,
    private readonly changes: ChangeArticle,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  @Rpc(contracts.CheckImport)
  async check(
    @Input() { files }: InputOf<typeof contracts.CheckImport>,
  ): Promise<Answer<typeof contracts.CheckImport>> {
    const { changes, faults } = await this.plan(files)
    return ok({ changes: changes.map(({ draft: _, ...change }) => change), faults })
  }

  @Rpc(contracts.ApplyImport)
  async apply(
    @Input() { files, versions }: InputOf<typeof contracts.ApplyImport>,
    @Caller() by: Caller,
  ): Promise<Answer<typeof contracts.ApplyImport>> {
    const { changes, faults } = await this.plan(files)
    if (faults.length > 0) return refuseFields(faults.map((fault) => fieldErrorOf(fault, files)))
    const effective = changes.filter(({ effect }) => effect !== 'unchanged')
    const checked = new Map(versions.map(({ articleId, version }) => [articleId, version]))
    if (effective.some(({ articleId, version }) => checked.get(articleId) !== version))
      return refuse(VERSION_CONFLICT, 'An article has changed since the check. Please check the files again.')
    return this.changes.saveAll(
      effective.map(({ articleId, version, draft }) => ({ articleId, version, content: draft })),
      by,
    )
  }

  private async plan(files: readonly contracts.ImportFile[]) {
    const known = new Map((await this.store.list()).map((article) => [article.articleId, article]))
    return planImport(files, known, this.clock.now().toISOString().slice(0, 10))
  }
}

const fieldErrorOf = ({ file, line, code, field }: contracts.ImportFault, files: readonly contracts.ImportFile[]) => ({
  path: `/files/${files.findIndex(({ name }) => name === file)}/text`,
  code,
  message: `Line ${line}${field ? `: ${field}` : ''}`,
})
