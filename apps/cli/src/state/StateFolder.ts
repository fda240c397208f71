import {
  closeSync,
  constants,
  fchmodSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs"
import { homedir } from "node:os"
import { dirname, isAbsolute, join } from "node:path"
import { z } from "zod/mini"

/** The folder of stored state. Every call is synchronous and throws the errors of the file system. */
export interface StateFolder {
  readonly path: string
  /** Reads `name`. `null` if it is missing, from another version, tampered with or broken. */
  readonly read: <A>(name: string, schema: z.ZodMiniType<A>) => A | null
  readonly write: (name: string, value: unknown) => void
  /** Reads the raw text of `name`, `null` if it is missing. */
  readonly readText: (name: string) => string | null
  /** Writes atomically and syncs to disk before it returns: readers never see half a file. */
  readonly writeText: (name: string, text: string) => void
  readonly remove: (name: string) => void
}

/** Returns the state folder by the XDG base directory rules: relative paths are ignored. */
export const statePath = (env: Readonly<Record<string, string | undefined>>): string => {
  const xdg = env["XDG_STATE_HOME"]
  const root = xdg !== undefined && isAbsolute(xdg) ? xdg : join(env["HOME"] ?? homedir(), ".local", "state")
  return join(root, "wmodal")
}

const isMissing = (error: unknown): boolean =>
  getErrorCode(error) === "ENOENT" || getErrorCode(error) === "ENOTDIR"

const getErrorCode = (error: unknown): unknown =>
  error instanceof Error && "code" in error ? error.code : null

/** Creates a folder. `recursive: true` never ends if the system reports ENOENT for a path that cannot have folders. */
const createFolder = (path: string): void => {
  try {
    mkdirSync(path, { mode: 0o700 })
  } catch (error) {
    if (getErrorCode(error) === "EEXIST") return
    if (getErrorCode(error) !== "ENOENT" || dirname(path) === path) throw error
    createFolder(dirname(path))
    mkdirSync(path, { mode: 0o700 })
  }
}

/**
 * Throws when the folder is a symbolic link or another user's: its files hold the sessions and the record of payments,
 * and the user who planted it could read or replace them.
 */
const requireOwnFolder = (path: string): void => {
  const found = lstatSync(path, { throwIfNoEntry: false })
  if (found === undefined) return
  if (found.isSymbolicLink()) throw new UnsafeFolder("it is a symbolic link")
  if (process.getuid !== undefined && found.uid !== process.getuid())
    throw new UnsafeFolder("it belongs to another user")
}

/** The folder could be read or changed by another user. */
class UnsafeFolder extends Error {
  readonly code: string
  constructor(code: string) {
    super(code)
    this.code = code
  }
}

/** Zero on Windows, which has no such flag. */
const noFollow = constants.O_NOFOLLOW ?? 0

export const openStateFolder = (path: string): StateFolder => {
  const folder: StateFolder = {
    path,
    read: (name, schema) => {
      const text = folder.readText(name)
      if (text === null) return null
      try {
        const decoded = z.safeParse(schema, JSON.parse(text))
        return decoded.success ? decoded.data : null
      } catch {
        return null
      }
    },
    write: (name, value) => folder.writeText(name, `${JSON.stringify(value)}\n`),
    readText: (name) => {
      try {
        requireOwnFolder(path)
        return readFileSync(join(path, name), { encoding: "utf8", flag: constants.O_RDONLY | noFollow })
      } catch (error) {
        if (isMissing(error)) return null
        throw error
      }
    },
    writeText: (name, text) => {
      createFolder(path)
      requireOwnFolder(path)
      const temporary = join(path, `.${name}.${process.pid}`)
      try {
        const { O_CREAT, O_TRUNC, O_WRONLY } = constants
        const file = openSync(temporary, O_WRONLY | O_CREAT | O_TRUNC | noFollow, 0o600)
        try {
          // An existing file, such as one left by a crash, keeps its mode: `mode` above applies to new files only.
          fchmodSync(file, 0o600)
          writeFileSync(file, text)
          fsyncSync(file)
        } finally {
          closeSync(file)
        }
        renameSync(temporary, join(path, name))
      } catch (error) {
        rmSync(temporary, { force: true })
        throw error
      }
    },
    remove: (name) => rmSync(join(path, name), { force: true }),
  }
  return folder
}
