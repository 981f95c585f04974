import { services, natsPermissions } from '../engines/nats-users.js'

/** The rights that the contracts give each service on the bus, as one comparable text. */
export const busRights = (): string => JSON.stringify(services.map((service) => natsPermissions(service)))

// As a process of its own it reads the contracts as they are compiled now.
if (process.argv[1] === import.meta.filename) process.stdout.write(busRights())
