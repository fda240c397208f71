import { closeSync, openSync, rmSync, statSync } from "node:fs"
import { join } from "node:path"
import type { StateFolder } from "./StateFolder.ts"

/** Milliseconds after which a lock is stale. Live processes hold it for one task only. */
const staleLockMs = 2000
/** The milliseconds to wait for the lock of another process. */
const lockTimeoutMs = 3000
const retryIntervalMs = 2

const sleeper = new Int32Array(new SharedArrayBuffer(4))

/**
 * Returns a function that locks `name` against other processes until the current task ends. Repeated calls in a task
 * are free, and no other process changes the data in between. Without effect if the folder is missing or not
 * writable.
 */
export const makeLock = ({ path }: Pick<StateFolder, "path">, name: string): (() => void) => {
  const file = join(path, `.${name}.lock`)
  let held = false
  /** Tries to create the lock file. `never`: it cannot be created, so the caller continues without a lock. */
  const take = (): "ours" | "held" | "never" => {
    try {
      closeSync(openSync(file, "wx", 0o600))
      return "ours"
    } catch (error) {
      return error instanceof Error && "code" in error && error.code === "EEXIST" ? "held" : "never"
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
    while (taken === "held" && Date.now() < until) {
      if (isStale()) rmSync(file, { force: true })
      else Atomics.wait(sleeper, 0, 0, retryIntervalMs)
      taken = take()
    }
    held = true
    queueMicrotask(() => {
      held = false
      // A lock that was not acquired belongs to another process.
      if (taken === "ours") rmSync(file, { force: true })
    })
  }
}
