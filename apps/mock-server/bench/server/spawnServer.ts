import { spawn } from "node:child_process"
import { once } from "node:events"
import { createInterface } from "node:readline"
import { fileURLToPath } from "node:url"
import * as z from "zod/mini"

/** The output of `wmodal mock --json`. */
const Described = z.object({ blockchain: z.url() })

/** A script in a process of its own, whose first line is its URL, or JSON that has it. */
export const spawnServer = async (script: URL, ...words: readonly string[]) => {
  const child = spawn(
    process.execPath,
    ["--conditions=@wmodal/source", "--no-warnings", fileURLToPath(script), ...words],
    { stdio: ["pipe", "pipe", "inherit"] },
  )
  const [line] = await once(createInterface({ input: child.stdout }), "line")
  const text = String(line)
  return {
    url: new URL(text.startsWith("{") ? Described.parse(JSON.parse(text)).blockchain : text),
    pid: child.pid ?? 0,
    end: async () => {
      const exited = once(child, "exit")
      child.kill("SIGTERM")
      await exited
    },
  }
}
