import { closeSync, openSync, rmSync, statSync } from "node:fs"
import { join } from "node:path"
import type { StateFolder } from "./StateFolder.ts"

/** Milliseconds after which a lock was left by a process that was killed: nobody holds one for longer than one step. */
const staleLockMs = 2000
/** How long a process waits for another one's step, in milliseconds. */
const lockTimeoutMs = 3000
const retryIntervalMs = 2

const sleeper = new Int32Array(new SharedArrayBuffer(4))

/**
 * Holds `name` against other processes until the step that runs now is over, however often it is asked for in it:
 * what is read, changed and written in one step is changed by nobody in between. Nothing where the folder is not
 * there yet, or cannot be written to.
 */
export const makeLock = ({ path }: Pick<StateFolder, "path">, name: string): (() => void) => {
  const file = join(path, `.${name}.lock`)
  let held = false
  /** `elsewhere`: another process has it. `never`: nobody can. */
  const take = (): "ours" | "elsewhere" | "never" => {
    try {
      closeSync(openSync(file, "wx", 0o600))
      return "ours"
    } catch (error) {
      return error instanceof Error && "code" in error && error.code === "EEXIST" ? "elsewhere" : "never"
    }
  }
  const isStale = (): boolean => {
    try {
      return Date.now() - statSync(file).mtimeMs > staleLockMs
    } catch {
      return false
    }
  }
  return () => {
    if (held) return
    const until = Date.now() + lockTimeoutMs
    let taken = take()
    while (taken === "elsewhere" && Date.now() < until) {
      if (isStale()) rmSync(file, { force: true })
      else Atomics.wait(sleeper, 0, 0, retryIntervalMs)
      taken = take()
    }
    held = true
    queueMicrotask(() => {
      held = false
      // What was not taken is somebody else's.
      if (taken === "ours") rmSync(file, { force: true })
    })
  }
}
