import { execFile, spawn } from "node:child_process"
import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { promisify } from "node:util"
import pty from "@lydell/node-pty"
import xterm from "@xterm/headless"
import { expect } from "vitest"
import { elementTimeoutMs } from "./elementTimeout.ts"
import { paths } from "./paths.ts"
import { noteReached } from "./reachedItems.ts"
import { type Picture, renderPicture } from "./terminalPicture.ts"
import type { TestWorld } from "./testWorld.ts"

/** The result of one command. */
export interface CommandOutcome {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

/** An interactive command in a terminal. */
interface TerminalSession {
  /** Returns the current screen, without trailing spaces. */
  readonly screen: () => string
  /** Resolves once the screen contains `text`. */
  readonly shows: (text: string | RegExp) => Promise<void>
  /** Returns a picture of the screen, on a dark terminal. */
  readonly picture: () => Picture
  /** Types as a user does who reads the prompt: once its keys count. Ctrl-C is sent at once. */
  readonly type: (keys: string) => void
  /** Types at once, whether or not the program reads keys. */
  readonly typeAhead: (keys: string) => void
  /** Types the keys this often, every 30 ms as a held key does. Resolves after the last. */
  readonly hold: (keys: string, times: number) => Promise<void>
  /** Resolves with the exit code, 128 + n for a signal, after all output is on the screen. */
  readonly ended: Promise<number>
  /** Returns all output bytes, including colour codes. */
  readonly bytes: () => string
}

/** A shell with its own home: each command is a process, and they share the state folder. */
export interface Shell {
  readonly state: string
  /** Runs without a terminal: pipes on all three. */
  readonly run: (args: readonly string[], stdin?: string) => Promise<CommandOutcome>
  /** Runs on a terminal of `cols` columns (default 100) and 40 rows. */
  readonly sit: (args: readonly string[], cols?: number) => TerminalSession
  readonly close: () => Promise<void>
}

/** What a prompt shows while its keys do not count. */
const guardText = "Keys do not count yet"

/** The delay of a held key. */
const heldKeyIntervalMs = 30

const columns = 100
const rows = 40

const runStty = (words: readonly string[]) => promisify(execFile)("stty", words)

/** The file option of `stty`. */
const sttyFileFlag = process.platform === "linux" ? "-F" : "-f"

/** Resolves when the program reads single keys, shortly after it draws its prompt, or has exited. */
const awaitRawMode = async (child: pty.IPty): Promise<void> => {
  const path: unknown = Reflect.get(child, "ptsName")
  if (typeof path !== "string") throw new Error("node-pty does not name its terminal.")
  for (;;) {
    const settings = await runStty([sttyFileFlag, path, "-a"]).catch(() => null)
    if (settings === null || settings.stdout.includes("-icanon")) return
  }
}

/** Opens a shell whose commands reach this world only. */
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
        // A command that reads no input may exit before it is written to.
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
          // The last output is drawn shortly after it arrives.
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
      /** Resolves with the first screen that matches, or `null` when the program has exited or it takes too long. */
      const findScreen = (matches: (text: string) => boolean) =>
        new Promise<string | null>((resolve) => {
          const look = () => {
            const now = screen()
            if (!matches(now)) return
            changed.delete(look)
            resolve(now)
          }
          changed.add(look)
          look()
          void ended.then(() => resolve(null))
          AbortSignal.timeout(elementTimeoutMs).addEventListener("abort", () => resolve(null))
        })
      return {
        screen,
        picture: () => renderPicture(terminal),
        shows: async (text) => {
          // The matching screen: a redraw may clear it shortly afterwards.
          const seen = await findScreen((now) =>
            typeof text === "string" ? now.includes(text) : text.test(now),
          )
          expect(seen ?? screen()).toMatch(text)
        },
        type: (keys) => {
          // The terminal driver handles the interrupt key, independent of the reader.
          if (keys === "\u0003") child.write(keys)
          else
            typed = typed
              .then(() => awaitRawMode(child))
              .then(() => findScreen((now) => !now.includes(guardText)))
              .then(() => child.write(keys))
        },
        typeAhead: (keys) => child.write(keys),
        hold: (keys, times) =>
          new Promise((resolve) => {
            let left = times
            const repeat = setInterval(() => {
              left -= 1
              child.write(keys)
              if (left > 0) return
              clearInterval(repeat)
              resolve()
            }, heldKeyIntervalMs)
          }),
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
