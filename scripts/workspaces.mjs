import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Returns the patterns of the project's packages, which package.json lists for npm. */
export const workspaces = (root) => JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).workspaces
