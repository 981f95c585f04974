export interface Entry {
  version?: string
  dev?: boolean
  optional?: boolean
  link?: boolean
  os?: string[]
  cpu?: string[]
  libc?: string[]
}
export interface Stamps {
  complete: string
  withoutTools: string
}
interface System {
  platform: string
  arch: string
  libc: string | null
}
export function whyUnsupported(machine: { nodeVersion: string; platform: string }): string | null
export function chooseNode(
  choice: { pinned: { version: string; isInstalled: boolean }; running: string } & System,
): { use: 'pinned' | 'running'; problem?: never } | { use?: never; problem: string }
export function stampsOf(lock: string): Stamps
export function planInstallation(state: {
  stamp: string
  stamps: Stamps
  withTools: boolean
  holds: (withTools: boolean) => boolean
}): 'nothing' | 'stamp' | 'add-tools' | 'install'
export function wantedPackages(packages: Record<string, Entry>, withTools: boolean, system: System): string[]
export function recordHolds(
  record: Record<string, Entry> | undefined,
  packages: Record<string, Entry>,
  withTools: boolean,
): boolean
export function explainFailure(output: string): string
