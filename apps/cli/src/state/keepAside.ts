import { existsSync, linkSync, renameSync, rmSync } from "node:fs"
import { join } from "node:path"
import { quoteWord } from "../terminal/quoteWord.ts"
import { StateError } from "./StateError.ts"

/** Returns the name of the first file that was kept aside, or the next ones. */
const toAsideName = (name: string, number: number): string =>
  number === 1 ? `${name}.bad` : `${name}.${number}.bad`

const toRestoreCommand = (kept: string, file: string): string => `mv ${quoteWord(kept)} ${quoteWord(file)}`

/** Moves a file to a free name next to it. Throws the errors of the file system. */
export const moveAside = (folder: string, name: string): string => {
  for (let number = 1; ; number++) {
    const target = join(folder, toAsideName(name, number))
    try {
      linkSync(join(folder, name), target)
      rmSync(join(folder, name))
      return target
    } catch (error) {
      if (existsSync(target)) continue
      // A file system without hard links.
      if (!existsSync(join(folder, name))) throw error
      renameSync(join(folder, name), target)
      return target
    }
  }
}

/**
 * Moves an unreadable file aside, so that it is neither overwritten nor deleted.
 * @throws Always: an unreadable file is not a missing one.
 */
export const keepAside = (folder: string, name: string): never => {
  const file = join(folder, name)
  let kept: string
  try {
    kept = moveAside(folder, name)
  } catch {
    throw new StateError(`${file} cannot be read by this version of wmodal.`, "Move it away.")
  }
  throw new StateError(
    `${file} cannot be read by this version of wmodal. It is kept as ${kept}.`,
    `Restore it for the version that wrote it (${toRestoreCommand(kept, file)}), or continue without what it holds.`,
  )
}

/** Throws while an unreadable file is kept aside and none replaces it: without it, the commands would act on less. */
export const requireNoneAside = (folder: string, name: string, consequence: string): void => {
  const kept = join(folder, toAsideName(name, 1))
  if (existsSync(join(folder, name)) || !existsSync(kept)) return
  throw new StateError(
    `${kept} cannot be read by this version of wmodal. ${consequence}`,
    `Restore it for the version that wrote it (${toRestoreCommand(kept, join(folder, name))}), or move it to another folder to continue without it.`,
  )
}
