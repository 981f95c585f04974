export function groupsOf<T extends { idle?: boolean }>(steps: T[]): T[][]
export function twoAtATime<S, O>(steps: S[], work: (step: S) => Promise<O>, isStopped: () => boolean): Promise<O[]>
