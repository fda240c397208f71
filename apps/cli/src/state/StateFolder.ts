import {
  closeSync,
  constants,
  fchmodSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs"
import { userInfo } from "node:os"
import { dirname, isAbsolute, join } from "node:path"
import { z } from "zod/mini"
import { keepAside } from "./keepAside.ts"
import { noFollow, openOwnFile, requireOwnFolder } from "./ownership.ts"
import { StateError } from "./StateError.ts"

/**
 * The folder of stored state. Every call is synchronous, and throws `StateError` or an error of the file system. Files
 * and folder must be their owner's only.
 */
export interface StateFolder {
  readonly path: string
  /**
   * Reads `name`; `null` if it is missing. Throws if it is from another version, tampered with or broken, and keeps the
   * file aside.
   */
  readonly read: <A>(name: string, schema: z.ZodMiniType<A>) => A | null
  /** Writes what `read` with the same schema can read. Throws otherwise, and writes nothing. */
  readonly write: (name: string, schema: z.ZodMiniType, value: unknown) => void
  /** Reads the raw text of `name`, `null` if it is missing. */
  readonly readText: (name: string) => string | null
  /**
   * Writes atomically and syncs to disk before it returns: readers never see half a file. With a schema, it throws as
   * `write` does.
   */
  readonly writeText: (name: string, text: string, schema?: z.ZodMiniType) => void
  readonly remove: (name: string) => void
}

/**
 * Returns the state folder by the XDG base directory rules. Relative paths, also an empty `HOME`, are ignored: the state
 * would depend on the folder of the command.
 */
export const statePath = (env: Readonly<Record<string, string | undefined>>): string => {
  const [xdg, home] = [env["XDG_STATE_HOME"] ?? "", env["HOME"] ?? ""]
  const root = isAbsolute(xdg) ? xdg : join(isAbsolute(home) ? home : getSystemHome(), ".local", "state")
  return join(root, "wmodal")
}

/** Returns the home folder that the system has for the user; for a user unknown to it, the root, as containers do. */
const getSystemHome = (): string => {
  try {
    return userInfo().homedir
  } catch {
    return "/"
  }
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

/** Decodes a text. `issue` is the path of the first value that does not decode. */
const decode = <A>(
  text: string,
  schema: z.ZodMiniType<A>,
): { readonly data: A } | { readonly issue: string } => {
  try {
    const decoded = z.safeParse(schema, JSON.parse(text))
    if (decoded.success) return { data: decoded.data }
    return { issue: decoded.error.issues[0]?.path.join(".") ?? "" }
  } catch {
    return { issue: "" }
  }
}

const requireReadable = (file: string, text: string, schema: z.ZodMiniType): void => {
  const decoded = decode(text, schema)
  if ("data" in decoded) return
  throw new StateError(
    `${file} was not written: ${decoded.issue} is not valid, and the file could not be read again.`,
    "Correct the option that sets it.",
  )
}

export const openStateFolder = (path: string): StateFolder => {
  const folder: StateFolder = {
    path,
    read: (name, schema) => {
      const text = folder.readText(name)
      if (text === null) return null
      const decoded = decode(text, schema)
      return "data" in decoded ? decoded.data : keepAside(path, name)
    },
    write: (name, schema, value) => folder.writeText(name, `${JSON.stringify(value)}\n`, schema),
    readText: (name) => {
      try {
        requireOwnFolder(path)
        const file = openOwnFile(join(path, name))
        try {
          return readFileSync(file, "utf8")
        } finally {
          closeSync(file)
        }
      } catch (error) {
        if (isMissing(error)) return null
        throw error
      }
    },
    writeText: (name, text, schema) => {
      if (schema !== undefined) requireReadable(join(path, name), text, schema)
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
