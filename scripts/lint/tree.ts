import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export const root = join(import.meta.dirname, '../..')

/**
 * Returns the files and folders of the project that match a pattern, without dependencies, build outputs and run data.
 */
export const inTree = (pattern: string): string[] =>
  globSync(pattern, { cwd: root, exclude: (path) => /(^|\/)(node_modules|dist|\.data|\.git)$/.test(path) })

/** Reads a file of the project as text. */
export const read = (file: string): string => readFileSync(join(root, file), 'utf8')
/** Reads a JSON file of the project. */
export const readJson = <T>(file: string): T => JSON.parse(read(file)) as T

/** Returns the first groups of a pattern's matches. */
export const matches = (text: string, pattern: RegExp): string[] =>
  [...text.matchAll(pattern)].map((match) => match[1]!)

/** Returns the rows of the tables in a Markdown text as lists of cells, without headers and rules. */
export const tableRows = (text: string): string[][] => matches(text, /^\| (.*) \|$/gm).map((row) => row.split(/ \| ?/))
