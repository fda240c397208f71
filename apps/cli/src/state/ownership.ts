import { closeSync, constants, fstatSync, lstatSync, openSync, type Stats } from "node:fs"
import { quoteWord } from "../terminal/quoteWord.ts"
import { StateError } from "./StateError.ts"

/** Zero on Windows, which has no such flag. */
export const noFollow = constants.O_NOFOLLOW ?? 0
const nonBlocking = constants.O_NONBLOCK ?? 0

/** Windows has neither user ids nor mode bits. */
const requireOwner = (path: string, { uid }: Stats): void => {
  if (process.getuid !== undefined && uid !== process.getuid())
    throw new StateError(`${path} belongs to another user.`, "Set XDG_STATE_HOME to a folder of your own.")
}

const requireMode = (path: string, { mode }: Stats, forbidden: number, wanted: string): void => {
  if (process.getuid !== undefined && (mode & forbidden) !== 0)
    throw new StateError(
      `${path} is open to other users (mode ${(mode & 0o777).toString(8)}).`,
      `chmod ${wanted} ${quoteWord(path)}`,
    )
}

/**
 * Throws when another user could replace the files of a folder: they hold the sessions and the record of payments. A
 * missing folder passes.
 */
export const requireOwnFolder = (path: string): void => {
  const found = lstatSync(path, { throwIfNoEntry: false })
  if (found === undefined) return
  if (found.isSymbolicLink())
    throw new StateError(`${path} is a symbolic link.`, "Set XDG_STATE_HOME to the folder itself.")
  if (!found.isDirectory()) throw new StateError(`${path} is not a folder.`, "Move it away.")
  requireOwner(path, found)
  requireMode(path, found, 0o022, "700")
}

/**
 * Opens a file for reading, unless it is a link, a folder or a pipe, or another user can read or change it. Throws the
 * system's errors.
 */
export const openOwnFile = (path: string): number => {
  if (lstatSync(path).isSymbolicLink())
    throw new StateError(`${path} is a symbolic link.`, "Replace it with the file itself.")
  // Opening a pipe would wait for its writer.
  const file = openSync(path, constants.O_RDONLY | noFollow | nonBlocking)
  try {
    const found = fstatSync(file)
    requireOwner(path, found)
    if (!found.isFile()) throw new StateError(`${path} is not a file.`, "Move it away.")
    requireMode(path, found, 0o077, "600")
    return file
  } catch (error) {
    closeSync(file)
    throw error
  }
}
