import { access, constants, readdir } from 'node:fs/promises'
import { delimiter, join } from 'node:path'

/** The two programs, and the only variables that they get. */
export interface SpeechPrograms {
  espeak: string
  lame: string
  env: Record<string, string>
}

/**
 * Returns the programs in a folder of unpacked Debian packages, otherwise those on PATH; null without both.
 * @param folder may not exist
 */
export async function findPrograms(folder: string | undefined, path: string): Promise<SpeechPrograms | null> {
  const unpacked = folder === undefined ? null : await inFolder(folder)
  if (unpacked) return unpacked
  const folders = path.split(delimiter).filter(Boolean)
  const [espeak, lame] = [await firstIn(folders, 'espeak-ng'), await firstIn(folders, 'lame')]
  return espeak !== null && lame !== null ? { espeak, lame, env: {} } : null
}

async function inFolder(folder: string): Promise<SpeechPrograms | null> {
  const bin = [join(folder, 'usr', 'bin')]
  const [espeak, lame] = [await firstIn(bin, 'espeak-ng'), await firstIn(bin, 'lame')]
  if (espeak === null || lame === null) return null
  const lib = join(folder, 'usr', 'lib')
  const names = await readdir(lib).catch(() => [])
  const libraries = names.filter((name) => name.includes('-linux-gnu')).map((name) => join(lib, name))
  const env = {
    // espeak-ng needs the library of PulseAudio to start; it is in a separate folder.
    LD_LIBRARY_PATH: libraries.flatMap((each) => [each, join(each, 'pulseaudio')]).join(delimiter),
    ...(libraries[0] !== undefined && { ESPEAK_DATA_PATH: join(libraries[0], 'espeak-ng-data') }),
  }
  return { espeak, lame, env }
}

async function firstIn(folders: readonly string[], program: string): Promise<string | null> {
  for (const folder of folders) {
    const file = join(folder, program)
    const isThere = await access(file, constants.X_OK).then(
      () => true,
      () => false,
    )
    if (isThere) return file
  }
  return null
}
