import { readFileSync } from 'node:fs'

/** A file that a guide adds or changes. */
export interface GuideFile {
  path: string
  language: string
  text: string
}

export interface Guide {
  files: GuideFile[]
  /** Commands in the order of the guide. */
  commands: string[]
  text: string
}

/** Reads the files of a guide: each code block below a line with the path in bold. Commands are in blocks of `sh`. */
export function readGuide(path: string): Guide {
  const text = readFileSync(path, 'utf8')
  const named = [...text.matchAll(/^\*\*(\S+)\*\*\n\n```(\w+)\n([\s\S]*?)^```$/gm)]
  const shell = [...text.matchAll(/^```sh\n([\s\S]*?)^```$/gm)]
  return {
    files: named.map(([, file, language, code]) => ({ path: file!, language: language!, text: code! })),
    commands: shell.flatMap(([, code]) => code!.trim().split('\n')),
    text,
  }
}

/** Applies a diff whose unmarked lines are adjacent in `before`. Throws Error when they are not. */
export function applyDiff(before: string, diff: string): string {
  const lines = diff.split('\n').filter(Boolean)
  const without = (mark: string) =>
    lines.flatMap((line) => (line.startsWith(mark) ? [] : [`${line.slice(1)}\n`])).join('')
  const [old, changed] = [without('+'), without('-')]
  if (!before.includes(old)) throw new Error(`the file does not contain\n${old}`)
  return before.replace(old, () => changed)
}
