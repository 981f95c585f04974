import { globSync, readFileSync, readlinkSync } from 'node:fs'

const LISTENS = '0A'

/** Returns the TCP ports on which a process listens, on any address. Linux only. */
export function portsOf(pid: number): number[] {
  const sockets = new Set(globSync(`/proc/${pid}/fd/*`).flatMap(inodeOf))
  const rows = ['tcp', 'tcp6'].flatMap((table) =>
    readFileSync(`/proc/${pid}/net/${table}`, 'utf8').split('\n').slice(1),
  )
  const ports = rows.flatMap((row) => {
    const [, local, , state, , , , , , inode] = row.trim().split(/\s+/)
    return state === LISTENS && sockets.has(inode!) ? [Number.parseInt(local!.split(':')[1]!, 16)] : []
  })
  return [...new Set(ports)]
}

/** Returns the number of the socket of a file descriptor, if it is one that is still open. */
function inodeOf(descriptor: string): string[] {
  try {
    const [, inode] = /^socket:\[(\d+)\]$/.exec(readlinkSync(descriptor)) ?? []
    return inode ? [inode] : []
  } catch {
    return []
  }
}
