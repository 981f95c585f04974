import type { AuditedService } from '@hissa/contracts/audit'
import { LOGGER, SystemClock, type Clock, type Logger, type Timing } from '@hissa/kernel'
import type { Connection } from '@hissa/persistence'
import { Module, type DynamicModule } from '@nestjs/common'
import { AuditLog } from './audit-log.js'
import { explorerController } from './explorer.controller.js'
import { AuditSealer } from './sealer.js'
import { auditKey } from './signed-head.js'
import { StaffAudit } from './staff-audit.js'

/**
 * Provides a service's `StaffAudit` and `AuditLog`, keeps the log sealed and signed, and handles the calls that list and
 * verify it. Call `forService` before Nest starts, because it creates models.
 */
@Module({})
export class AuditModule {
  /** @param options.masterKey the service's own key, from which the signing key is derived */
  static forService(
    { connection, clock, timing }: { connection: Connection; clock: Clock; timing: Timing },
    { service, masterKey }: { service: AuditedService; masterKey: Buffer },
  ): DynamicModule {
    const wall = new SystemClock(0, timing)
    const log = new AuditLog(connection, clock, auditKey(service, masterKey), wall)
    const useFactory = (logger: Logger) => new AuditSealer(log, logger, wall, timing)
    return {
      module: AuditModule,
      global: true,
      controllers: [explorerController(service)],
      providers: [
        { provide: AuditLog, useValue: log },
        { provide: StaffAudit, useValue: new StaffAudit(connection, log) },
        { provide: AuditSealer, inject: [LOGGER], useFactory },
      ],
      exports: [AuditLog, StaffAudit],
    }
  }
}
