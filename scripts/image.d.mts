/** An image that the Dockerfile builds. */
export type Image = 'services' | 'sandboxes' | 'chain' | 'docstore'

export function packagesOf(root: string, image: Image): string[]
export function reduce(root: string, image: Image): void
