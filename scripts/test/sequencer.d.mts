export default class LongestFirst {
  constructor(options: { globalConfig: { rootDir: string } }, sizeOf?: (path: string) => number)
  sort<T extends { path: string }>(tests: T[]): T[]
}
