import { CLOCK, type Clock, Deadlines, LOGGER, type Logger, type Sweep } from '@hissa/kernel'
import { Committer } from '@hissa/ledger'
import { Storage } from '@hissa/storage'
import { Inject, Injectable, type OnModuleInit } from '@nestjs/common'
import { WithdrawalStore } from '../cash/cash.api.js'
import { CONFIG, type InvestmentConfig } from '../config.js'
import { IDS, type Ids } from '../ports.js'
import { BANK_GATEWAY, type BankGateway, BankUnavailable } from './bank-gateway.js'
import { ImportStatement } from './import-statement.js'
import { PAYMENT_FILES, type PaymentFile } from './payment-file.js'
import { PaymentFileStore } from './payment-file.store.js'
import { ReleaseFile } from './release-file.js'

const AT_ONCE = 10

/**
 * Sends released payment files to the bank and books its statements, if the bank is reached over a network. A file is
 * sent again until the bank has accepted it, which knows it by its message id.
 */
@Injectable()
export class ExchangeFiles implements Sweep, OnModuleInit {
  readonly name = 'investment-exchange-files'
  /** The newest statement that this process has booked. After a restart all are read again, which changes nothing. */
  private booked = 0

  constructor(
    private readonly ledger: Committer,
    private readonly files: PaymentFileStore,
    private readonly release: ReleaseFile,
    private readonly withdrawals: WithdrawalStore,
    private readonly statements: ImportStatement,
    private readonly storage: Storage,
    private readonly deadlines: Deadlines,
    @Inject(BANK_GATEWAY) private readonly bank: BankGateway | null,
    @Inject(CONFIG) private readonly config: InvestmentConfig,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(IDS) private readonly ids: Ids,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onModuleInit(): void {
    if (this.bank) this.deadlines.register(this)
  }

  /** Statements come by the bank's own time. */
  nextDueAt(): Promise<null> {
    return Promise.resolve(null)
  }

  async sweep(): Promise<void> {
    try {
      for (const file of await this.files.undelivered(AT_ONCE)) await this.deliver(file)
      if (await this.withdrawals.isAnyAtBank()) await this.book()
    } catch (error) {
      if (!(error instanceof BankUnavailable)) throw error
      this.logger.warn({ reason: error.message }, 'the bank does not respond; files are exchanged later')
    }
  }

  private async deliver(approved: PaymentFile): Promise<void> {
    const file = await this.release.run(approved)
    if (file.state !== 'released') return
    await this.bank!.send(await this.storage.get(file._id, file.objectRef))
    const outcome = await this.ledger.commit({
      ...{ key: `payment-file:${file._id}:${file.version}:deliver`, inputHash: this.ids.next(), transfers: [] },
      saves: [
        {
          ...{ collection: PAYMENT_FILES, id: file._id, version: file.version },
          set: { state: 'delivered', deliveredAt: this.clock.now() },
        },
      ],
      events: [],
    })
    // Another replica has delivered it.
    if (outcome.ok || outcome.reason === 'STALE' || outcome.reason === 'KEY_REUSED') return
    throw new Error(`the delivery of a payment file was not recorded: ${outcome.reason}`)
  }

  private async book(): Promise<void> {
    const iban = this.config.PAYOUT_IBAN
    if (!iban) return
    for (const number of await this.bank!.statementsAfter(this.booked)) {
      const imported = await this.statements.run(await this.bank!.statement(number), iban)
      if (!imported.ok) this.logger.error({ number, why: imported.error.extra.why }, 'a statement can’t be read')
      this.booked = number
    }
  }
}
