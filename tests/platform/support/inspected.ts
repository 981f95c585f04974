/** What `docker inspect` reports of a container. */
export interface Inspected {
  State: { Health?: { Status: string } }
  HostConfig: {
    ReadonlyRootfs: boolean
    CapDrop: string[] | null
    CapAdd: string[] | null
    SecurityOpt: string[] | null
    Memory: number
    PidsLimit: number | null
  }
  Config: { User: string; Labels: Record<string, string>; Healthcheck?: { Test: string[]; Interval: number } }
  NetworkSettings: { Ports: Record<string, unknown> }
}
