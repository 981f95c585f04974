import { services, natsPermissions } from '@hissa/messaging/bus'

/** Returns the bus rights of every service, computed from the contracts, as one comparable text. */
export const busRights = (): string => JSON.stringify(services.map((service) => natsPermissions(service)))

// Runs as a separate process, so that it reads the contracts as they are compiled now.
if (process.argv[1] === import.meta.filename) process.stdout.write(busRights())
