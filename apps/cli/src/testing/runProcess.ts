import { spawn } from "node:child_process"
import { once } from "node:events"
import { text } from "node:stream/consumers"
import { fileURLToPath } from "node:url"
import { onTestFinished } from "vitest"

const entry = fileURLToPath(new URL("../wmodal.ts", import.meta.url))
const version = `data:text/javascript,globalThis.__WMODAL_VERSION__="1.2.3"`

/** Milliseconds for a process to exit. Handles that the client leaves open would last one minute or five. */
export const promptExitMs = 10_000

/** Starts the command in a separate process. `imports`: modules that run before it. */
export const runProcess = (home: string, words: readonly string[], imports: readonly string[] = []) => {
  const child = spawn(
    process.execPath,
    [
      "--conditions=@wmodal/source",
      "--disable-warning=ExperimentalWarning",
      ...[version, ...imports].flatMap((module) => ["--import", module]),
      entry,
      ...words,
    ],
    { env: { PATH: process.env["PATH"], XDG_STATE_HOME: home }, stdio: ["pipe", "pipe", "pipe"] },
  )
  onTestFinished(() => void child.kill("SIGKILL"))
  const ended = once(child, "exit")
  const stderr = text(child.stderr)
  return {
    child,
    stderr,
    /** Resolves with the exit code and the milliseconds since the given time. */
    ended: async (since: number) => {
      const [code] = await ended
      return { code, ms: performance.now() - since }
    },
  }
}
