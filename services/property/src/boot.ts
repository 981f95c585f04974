import 'reflect-metadata'
import type { Boot } from '@hissa/kernel'
import { startService } from '@hissa/messaging'
import { PropertyModule } from './property.module.js'

/** Starts the catalogue: properties, offerings, papers, disclosures. */
export const boot: Boot = (env) =>
  startService({ service: 'property', env, module: (core) => PropertyModule.with(core) })
