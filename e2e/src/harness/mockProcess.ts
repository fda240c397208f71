import { spawn } from "node:child_process"
import { once } from "node:events"
import { createInterface } from "node:readline"
import * as z from "zod/mini"
import { paths } from "./paths.ts"

/** The line of JSON with which `wmodal mock --json` begins: URLs, some with `{projectId}` in them. */
const Line = z.object({
  directory: z.string(),
  blockchain: z.string(),
  relay: z.string(),
  secureSite: z.string(),
  control: z.string(),
  phone: z.string(),
  inbox: z.string(),
})

/** A `wmodal mock` that serves. */
export interface MockProcess extends z.infer<typeof Line> {
  /** Ends the process as Ctrl-C does. Resolves with its exit code once it is gone, and its chains with it. */
  readonly end: () => Promise<number | null>
}

/** Starts the built `wmodal mock` on a free port. @param command what runs it, with its first arguments */
export async function startMock(
  command: readonly [string, ...string[]] = [process.execPath, paths.terminal],
): Promise<MockProcess> {
  const [file, ...first] = command
  const child = spawn(file, [...first, "mock", "--port", "0", "--json"], {
    cwd: paths.root,
    env: { PATH: process.env["PATH"] ?? "", NODE_COMPILE_CACHE: paths.compileCache },
    stdio: ["ignore", "pipe", "pipe"],
    // A group of its own, so that all of it can be ended at once.
    detached: true,
  })
  const guard = guardOf(child.pid)
  let stderr = ""
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    stderr += text
    // What nobody foresaw: the mock server says nothing else there while it serves.
    process.stderr.write(text)
  })
  const ended = once(child, "exit")
  const line = await Promise.race([
    once(createInterface({ input: child.stdout }), "line"),
    ended.then(() => null),
  ])
  if (line === null) throw new Error(`wmodal mock did not start: ${stderr}`)
  return {
    ...Line.parse(JSON.parse(String(line[0]))),
    end: async () => {
      child.kill("SIGTERM")
      await ended
      guard.stdin.end()
      return child.exitCode
    },
  }
}

/**
 * Ends what is left of a process group once this process is gone, however it went, or when its input is closed: vitest
 * kills its workers when it is interrupted.
 */
const guardOf = (group: number | undefined) => {
  const script = `read -r line; kill -- -${group} 2>/dev/null`
  const guard = spawn("/bin/sh", ["-c", script], { stdio: ["pipe", "ignore", "ignore"], detached: true })
  guard.unref()
  return guard
}
