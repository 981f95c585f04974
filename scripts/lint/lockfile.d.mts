export interface LockEntry {
  version?: string
  resolved?: string
  integrity?: string
  link?: boolean
  inBundle?: boolean
  dev?: boolean
  devOptional?: boolean
  optional?: boolean
  os?: string[]
  cpu?: string[]
  libc?: string[]
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
  peerDependencies?: Record<string, string>
  peerDependenciesMeta?: Record<string, { optional?: boolean }>
}
export const supportedPlatforms: { os: string; cpu: string; libc: string | null }[]
export function checkLockfile(packages: Record<string, LockEntry>): string[]
export function leaveOutTools(packages: Record<string, LockEntry>): string[]
