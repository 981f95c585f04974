import 'reflect-metadata'
import type { Boot } from '@hissa/kernel'
import { startService } from '@hissa/messaging'
import { loadPropertyConfig } from './config.js'
import { PropertyModule } from './property.module.js'

/** Starts the catalogue: properties, offerings and their publication, documents, disclosures. Errors: ConfigError. */
export const boot: Boot = async (env, parts) => {
  const config = loadPropertyConfig(env)
  return startService({ service: 'property', env, parts, module: (core) => PropertyModule.with(core, config) })
}
