import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Plugin } from 'vite'

const COMPRESSIBLE = /\.(js|css|svg|json|html|txt)$/
/** Same threshold as in the gateway: a smaller file takes one or two packets either way. */
const FROM_BYTES = 1_024
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } }
const FORMS = [
  ['.br', (file: Buffer) => promisify(brotliCompress)(file, BROTLI)],
  ['.gz', (file: Buffer) => promisify(gzip)(file, { level: constants.Z_BEST_COMPRESSION })],
] as const

/**
 * Writes a Brotli and a gzip copy beside each file of the client build, at the highest quality, for the gateway to
 * serve. Skips development builds, where compression would take most of the build time.
 */
export function compressedFiles(): Plugin {
  return {
    name: 'hissa-compressed-files',
    apply: ({ build }, { isSsrBuild, command }) => command === 'build' && !isSsrBuild && build?.minify !== false,
    async writeBundle({ dir }) {
      const entries = await readdir(dir!, { recursive: true, withFileTypes: true })
      const files = entries.filter((entry) => entry.isFile() && COMPRESSIBLE.test(entry.name))
      await Promise.all(files.map(({ parentPath, name }) => compress(join(parentPath, name))))
    },
  }
}

async function compress(path: string): Promise<void> {
  const file = await readFile(path)
  if (file.byteLength < FROM_BYTES || path.includes('.vite')) return
  await Promise.all(FORMS.map(async ([ending, form]) => writeFile(`${path}${ending}`, await form(file))))
}
