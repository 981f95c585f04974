import { LOGGER, type Clock, type Logger } from '@hissa/kernel'
import type { Connection } from '@hissa/persistence'
import { Module, type DynamicModule } from '@nestjs/common'
import { AuditLog } from './audit-log.js'
import { AuditSealer } from './sealer.js'

/** Provides a service's `AuditLog` and keeps it sealed. Call it before Nest starts, for it makes models. */
@Module({})
export class AuditModule {
  static forService(core: { connection: Connection; clock: Clock }): DynamicModule {
    const log = new AuditLog(core.connection, core.clock)
    return {
      module: AuditModule,
      global: true,
      providers: [
        { provide: AuditLog, useValue: log },
        { provide: AuditSealer, inject: [LOGGER], useFactory: (logger: Logger) => new AuditSealer(log, logger) },
      ],
      exports: [AuditLog],
    }
  }
}
