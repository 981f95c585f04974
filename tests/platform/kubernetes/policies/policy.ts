import type { Container, KubernetesObject, Labels, Pod } from '../objects.js'

/** What the policies know about the code besides the objects. */
export interface Facts {
  probes: { live: string; ready: string; metrics: string }
  /** Settings by workload, and those of them that are required, local or secret. */
  settings: Readonly<Record<string, readonly string[]>>
  required: Readonly<Record<string, readonly string[]>>
  local: readonly string[]
  secret: readonly string[]
  /** Sources of the programs that containers may run, as their built paths. */
  programs: readonly string[]
  /** Durable consumers by service, each as `STREAM consumer`. */
  consumers: Readonly<Record<string, readonly string[]>>
  /** Allowed connections: `out a>b:port` and `in b<a:port`. */
  edges: readonly string[]
  /** Those of the engines, as the code, the charts and the operator need them. */
  engineEdges: readonly string[]
}

export interface World {
  objects: KubernetesObject[]
  facts: Facts
}

export interface Mutant {
  what: string
  world: World
}

/** One rule: what violates it, and the changes of a world that it must notice. */
export interface Policy {
  id: string
  check(world: World): string[]
  mutants(world: World): Mutant[]
}

export interface Workload {
  owner: KubernetesObject
  name: string
  labels: Labels
  pod: Pod
}

/** Returns the deployments and jobs with their pods. */
export const workloadsOf = ({ objects }: World): Workload[] =>
  objects.flatMap((owner) => {
    const { template } = owner.spec ?? {}
    return template ? [{ owner, name: owner.metadata.name, labels: template.metadata.labels, pod: template.spec }] : []
  })

export const kindOf = ({ objects }: World, ...kinds: string[]) => objects.filter(({ kind }) => kinds.includes(kind))
export const containersOf = ({ pod }: Workload) => [...(pod.initContainers ?? []), ...pod.containers]
export const isIn = (part: Labels | undefined, whole: Labels | undefined) =>
  Object.entries(part ?? {}).every(([key, value]) => whole?.[key] === value)
export const describe = ({ kind, metadata: { name } }: KubernetesObject) => `${kind} ${name}`

/** Returns one mutant for each object that `change` changes; it returns false for those that it leaves alone. */
export function changed(world: World, change: (object: KubernetesObject) => boolean | void): Mutant[] {
  return world.objects.flatMap((object, index) => {
    const copy = structuredClone(object)
    if (change(copy) === false) return []
    return [{ what: describe(object), world: { ...world, objects: world.objects.with(index, copy) } }]
  })
}

/** Returns one mutant without each of the objects of a kind. */
export const removed = (world: World, isRemoved: (object: KubernetesObject) => boolean): Mutant[] =>
  world.objects.filter(isRemoved).map((object) => ({
    what: describe(object),
    world: { ...world, objects: world.objects.filter((o) => o !== object) },
  }))

/** A policy for each object of a kind. */
export const forKind = (
  id: string,
  kind: string,
  violates: (object: KubernetesObject, world: World) => boolean,
  spoil: (object: KubernetesObject) => boolean | void,
): Policy => ({
  id,
  check: (world) =>
    kindOf(world, kind)
      .filter((object) => violates(object, world))
      .map(describe),
  mutants: (world) => changed(world, (object) => (object.kind === kind ? spoil(object) : false)),
})

/** A policy for the pod of each deployment and job, or of each deployment only. */
export const forPods = (
  id: string,
  violates: (pod: Pod, workload: Workload, world: World) => boolean,
  spoil: (pod: Pod) => boolean | void,
  kinds = ['Deployment', 'Job'],
): Policy => ({
  id,
  check: (world) =>
    workloadsOf(world)
      .filter(({ owner }) => kinds.includes(owner.kind))
      .filter((workload) => violates(workload.pod, workload, world))
      .map(({ owner }) => describe(owner)),
  mutants: (world) =>
    changed(world, ({ kind, spec }) => (kinds.includes(kind) && spec.template ? spoil(spec.template.spec) : false)),
})

/** A policy for each container. */
export const forContainers = (
  id: string,
  violates: (container: Container, workload: Workload, world: World) => boolean,
  spoil: (container: Container) => boolean | void,
  kinds?: string[],
): Policy =>
  forPods(
    id,
    (_, workload, world) => containersOf(workload).some((container) => violates(container, workload, world)),
    ({ containers: [first] }) => spoil(first!),
    kinds,
  )
