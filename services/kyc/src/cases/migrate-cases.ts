import { MONGO, migrate, type Connection, type Migration } from '@hissa/persistence'
import { Inject, Injectable, type OnModuleInit } from '@nestjs/common'
import { KYC_CONFIG, type KycConfig } from '../config.js'
import { CaseStore } from './case.store.js'
import { numberIndexOf } from './document-number.js'

/** Runs the service's migrations on start, before calls are served. */
@Injectable()
export class MigrateCases implements OnModuleInit {
  constructor(
    private readonly store: CaseStore,
    @Inject(MONGO) private readonly connection: Connection,
    @Inject(KYC_CONFIG) private readonly config: Pick<KycConfig, 'KYC_MASTER_KEY'>,
  ) {}

  async onModuleInit(): Promise<void> {
    await migrate(this.connection, [this.foldNumbers, this.fillQueueColumns])
  }

  /** Earlier releases had no columns of risk, reference and the end of a claim. */
  private readonly fillQueueColumns: Migration = {
    name: '002-fill-queue-columns',
    up: () => this.store.fillQueueColumns(),
  }

  /**
   * Earlier releases indexed the number as typed. Cases of erased applicants keep that index: their number is
   * unreadable.
   */
  private readonly foldNumbers: Migration = {
    name: '001-fold-document-numbers',
    up: () => this.store.reindexNumbers(({ fields }) => numberIndexOf(this.config.KYC_MASTER_KEY, fields)),
  }
}
