/** Starts engines, for the launcher and for test runs. */
export { startAnvil } from './chain/anvil.js'
export { chainRpc, type ChainRpc } from './chain/rpc.js'
export { EngineMissing, onPath } from './find.js'
export { freePort, freePorts, isListening } from './ports.js'
export { startGuarded, type Guarded } from './guarded.js'
export { startNats, startRedis, type Engine } from './servers.js'
export { systemEnv } from './system-env.js'
export { mongodSettings, startMongod, startDocstore, startTestStore, type Store } from './stores.js'
