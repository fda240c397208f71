import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { createInterface } from "node:readline"
import { paths } from "./paths.ts"

/** A process in its own group. */
export interface StartedChild {
  /**
   * Resolves with the first stdout line for which `read` returns a value. Rejects, with stderr, when the process
   * exits before.
   */
  readonly says: <Read>(read: (line: string) => Read | null) => Promise<Read>
  /** Ends the process as Ctrl-C does. Resolves with its exit code after the exit. */
  readonly end: () => Promise<number | null>
}

/** Starts a program in the repository's root. It ends with this process, on any exit. */
export function startChild(file: string, args: readonly string[], env: NodeJS.ProcessEnv): StartedChild {
  const child = spawn(file, args, { cwd: paths.root, env, stdio: ["ignore", "pipe", "pipe"], detached: true })
  const guard = startGuard(child)
  const ended = once(child, "exit")
  let stderr = ""
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    stderr += text
    process.stderr.write(text)
  })
  const lines = createInterface({ input: child.stdout })
  return {
    says: (read) =>
      new Promise((resolve, reject) => {
        const look = (line: string) => {
          const found = read(line)
          if (found === null) return
          lines.off("line", look)
          resolve(found)
        }
        lines.on("line", look)
        void ended.then(() => reject(new Error(`${file} ${args.join(" ")} ended. ${stderr}`)))
      }),
    end: async () => {
      child.kill("SIGTERM")
      await ended
      guard.stdin.end()
      return child.exitCode
    },
  }
}

/**
 * Kills the rest of a process group after any exit of this process, or when its input closes: vitest kills its
 * workers on an interrupt.
 */
const startGuard = ({ pid }: ChildProcess) => {
  const script = `read -r line; kill -- -${pid} 2>/dev/null`
  const guard = spawn("/bin/sh", ["-c", script], { stdio: ["pipe", "ignore", "ignore"], detached: true })
  guard.unref()
  return guard
}
