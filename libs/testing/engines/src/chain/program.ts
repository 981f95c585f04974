import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { EngineMissing, onPath } from '../find.js'

const architectures: Record<string, string> = { x64: 'amd64', arm64: 'arm64' }

/**
 * Returns the path of anvil's own program: the one that npm has installed for this system, else the one on PATH. It is
 * started without the package's script, so that the process id is the node's.
 * @throws EngineMissing on a system without either
 */
export async function findAnvil(platform: string = process.platform, arch: string = process.arch): Promise<string> {
  const name = `@foundry-rs/anvil-${platform}-${architectures[arch] ?? arch}`
  try {
    return join(dirname(createRequire(import.meta.url).resolve(`${name}/package.json`)), 'bin', 'anvil')
  } catch {
    const command = await onPath('anvil')
    if (command) return command
    throw new EngineMissing(
      [
        `anvil, the local chain, is not installed for this system (${platform}, ${arch}).`,
        'One of these helps:',
        '  - install Foundry 1.7, so that anvil is on PATH',
        '  - set CHAIN_RPC_URL to the RPC of another chain',
      ].join('\n'),
    )
  }
}
