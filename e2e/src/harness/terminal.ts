import { execFile, spawn } from "node:child_process"
import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { promisify } from "node:util"
import pty from "@lydell/node-pty"
import xterm from "@xterm/headless"
import { expect } from "vitest"
import { paths } from "./paths.ts"
import { noteReached } from "./reachedItems.ts"
import { type Picture, renderPicture } from "./terminalPicture.ts"
import type { TestWorld } from "./testWorld.ts"

/** What one command left behind. */
export interface CommandOutcome {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

/** A command in a terminal that somebody sits at. */
interface TerminalSession {
  /** What stands on the screen now, without the spaces at the end of lines. */
  readonly screen: () => string
  /** Resolves once the screen holds `text`. */
  readonly shows: (text: string | RegExp) => Promise<void>
  /** What a camera sees of it, on a dark terminal. */
  readonly picture: () => Picture
  /** Once the program reads key by key: before that, the terminal would make lines of them. Ctrl-C comes at once. */
  readonly type: (keys: string) => void
  /** Exit code, 128 + n where a signal ended it. Then all that it wrote stands on the screen. */
  readonly ended: Promise<number>
  /** Every byte that was written, colours and all. */
  readonly bytes: () => string
}

/** A shell with a home of its own: each command is a process, and the state folder is what they share. */
export interface Shell {
  readonly state: string
  /** Without a terminal: pipes on all three. */
  readonly run: (args: readonly string[], stdin?: string) => Promise<CommandOutcome>
  /** On a terminal of 100 columns, or as many as are named, and 40 rows. */
  readonly sit: (args: readonly string[], cols?: number) => TerminalSession
  readonly close: () => Promise<void>
}

/** Milliseconds that a screen may take to show something. */
const screenTimeoutMs = 10_000

const columns = 100
const rows = 40

const runStty = (words: readonly string[]) => promisify(execFile)("stty", words)

/** How a file is named to `stty`. */
const sttyFileFlag = process.platform === "linux" ? "-F" : "-f"

/** Resolves once the program at a terminal reads key by key, or is gone: a moment after it has drawn what it asks. */
const awaitRawMode = async (child: pty.IPty): Promise<void> => {
  const path: unknown = Reflect.get(child, "ptsName")
  if (typeof path !== "string") throw new Error("node-pty does not name its terminal.")
  for (;;) {
    const settings = await runStty([sttyFileFlag, path, "-a"]).catch(() => null)
    if (settings === null || settings.stdout.includes("-icanon")) return
  }
}

/** A shell whose commands reach this world and no other. */
export async function openShell(world: TestWorld): Promise<Shell> {
  const home = await mkdtemp(join(tmpdir(), "wmodal-shell-"))
  const state = join(home, "state")
  const endpoints = join(home, "endpoints.json")
  const { projectId, directory, blockchain, relay, secureSite } = world
  const bitcoin = `${new URL(blockchain).origin}/w/{projectId}/bitcoin/{reference}/api`
  await writeFile(endpoints, JSON.stringify({ projectId, directory, blockchain, relay, secureSite, bitcoin }))
  const env = {
    PATH: process.env["PATH"] ?? "",
    HOME: home,
    LANG: "C.UTF-8",
    XDG_STATE_HOME: state,
    WMODAL_ENDPOINTS: endpoints,
    NODE_COMPILE_CACHE: paths.compileCache,
  }
  const sessions = new Set<pty.IPty>()

  return {
    state,
    run: (args, stdin = "") =>
      new Promise((resolve, reject) => {
        const child = spawn(process.execPath, [paths.terminal, ...args], { env, cwd: home })
        let stdout = ""
        let stderr = ""
        child.stdout.setEncoding("utf8").on("data", (text: string) => (stdout += text))
        child.stderr.setEncoding("utf8").on("data", (text: string) => (stderr += text))
        child.once("error", reject)
        child.once("close", (code) => {
          if (code === 0) noteReached(["command", args])
          resolve({ code, stdout, stderr })
        })
        // A command that reads nothing may be gone before it is written to.
        child.stdin.on("error", () => {})
        child.stdin.end(stdin)
      }),
    sit: (args, cols = columns) => {
      const terminal = new xterm.Terminal({ cols, rows, allowProposedApi: true })
      const child = pty.spawn(process.execPath, [paths.terminal, ...args], {
        cols,
        rows,
        cwd: home,
        env: { ...env, TERM: "xterm-256color" },
      })
      sessions.add(child)
      let typed = Promise.resolve()
      let bytes = ""
      const changed = new Set<() => void>()
      child.onData((data) => {
        bytes += data
        terminal.write(data, () => {
          for (const tell of changed) tell()
        })
      })
      const ended = new Promise<number>((resolve) =>
        child.onExit(({ exitCode, signal }) => {
          sessions.delete(child)
          if (exitCode === 0 && !signal) noteReached(["command", args])
          // What it wrote last is drawn a moment after it has come.
          terminal.write("", () => resolve(signal ? 128 + signal : exitCode))
        }),
      )
      const screen = () => {
        const buffer = terminal.buffer.active
        return Array.from(
          { length: buffer.length },
          (_, row) => buffer.getLine(row)?.translateToString(true) ?? "",
        )
          .join("\n")
          .trimEnd()
      }
      return {
        screen,
        picture: () => renderPicture(terminal),
        shows: async (text) => {
          // What stood there when it was seen: what is drawn anew may be gone for a moment right after.
          let seen: string | null = null
          const holds = () => {
            const now = screen()
            const has = typeof text === "string" ? now.includes(text) : text.test(now)
            if (has) seen = now
            return has
          }
          await new Promise<void>((resolve) => {
            const look = () => {
              if (!holds()) return
              changed.delete(look)
              resolve()
            }
            changed.add(look)
            look()
            // Ended, or too late: the assertion below shows what stood there instead.
            void ended.then(() => resolve())
            AbortSignal.timeout(screenTimeoutMs).addEventListener("abort", () => resolve())
          })
          expect(seen ?? screen()).toMatch(text)
        },
        type: (keys) => {
          // What interrupts is the terminal's own, whoever reads.
          if (keys === "\u0003") child.write(keys)
          else typed = typed.then(() => awaitRawMode(child)).then(() => child.write(keys))
        },
        ended,
        bytes: () => bytes,
      }
    },
    close: async () => {
      for (const child of sessions) child.kill("SIGKILL")
      await rm(home, { recursive: true, force: true })
    },
  }
}
