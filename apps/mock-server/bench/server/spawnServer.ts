import { spawn } from "node:child_process"
import { once } from "node:events"
import { createInterface } from "node:readline"

/** A script of a process of its own that prints its URL and ends with its input. */
export const spawnServer = async (script: URL, argument: string) => {
  const child = spawn(
    process.execPath,
    ["--conditions=@wmodal/source", "--no-warnings", script.pathname, argument],
    { stdio: ["pipe", "pipe", "inherit"] },
  )
  const [line] = await once(createInterface({ input: child.stdout }), "line")
  return {
    url: new URL(String(line)),
    pid: child.pid ?? 0,
    end: async () => {
      const exited = once(child, "exit")
      child.stdin.end()
      await exited
    },
  }
}
