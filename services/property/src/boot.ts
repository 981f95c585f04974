import 'reflect-metadata'
import type { PdfOptions } from '@hissa/documents'
import type { BootParts, Env, Running } from '@hissa/kernel'
import { startService, type Core } from '@hissa/messaging'
import { loadPropertyConfig } from './config.js'
import type { PictureOptions } from './uploads/prepare-picture.js'
import { PropertyModule } from './property.module.js'

export interface PropertyParts extends BootParts {
  /** Replace the defaults of the worker pools, in tests. */
  pdfs?: PdfOptions
  pictures?: PictureOptions
}

/** Starts the catalogue: properties, offerings and their publication, documents, disclosures. Errors: ConfigError. */
export async function boot(env: Env, parts: PropertyParts = {}): Promise<Running> {
  const config = loadPropertyConfig(env)
  const module = (core: Core) => PropertyModule.with(core, config, parts)
  return startService({ service: 'property', env, parts, module })
}
