export interface Step {
  name: string
  files: string[]
  whole?: boolean
}
export interface Choice {
  runs?: { files: string[]; words: string[] }[]
}
export function select(
  steps: Step[],
  words: string[],
  root: string,
  read?: (file: string) => string,
): (Choice | undefined)[]
export function namePattern(words: string[]): string
