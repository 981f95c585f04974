import type { ServiceManifest } from '@hissa/kernel'
import { services } from '@hissa/messaging/bus'
import { grantsOf } from '../containers/grants.js'

/** The manifest of every service, loaded by name, so that a new service needs no change here. */
export const manifests: readonly ServiceManifest[] = await Promise.all(
  services.map(async (name) => {
    const { manifest } = (await import(`@hissa/${name}/manifest`)) as { manifest: ServiceManifest }
    return manifest
  }),
)

/** Names of the keys with which services encrypt or sign; every installation generates its own. */
export const allKeys = Object.values(grantsOf(manifests)).flatMap(({ keys }) => keys)

/** Names of the keys of accounts on the chain. */
export const allChainKeys = Object.values(grantsOf(manifests)).flatMap(({ chainKeys }) => chainKeys ?? [])
