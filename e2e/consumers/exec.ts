import { type ChildProcess, spawn } from "node:child_process"
import { delimiter, dirname } from "node:path"

/** A stranger's environment: this Node, and nothing of this workspace on the path or in npm's settings. */
const makeCleanEnv = (node: string): NodeJS.ProcessEnv => {
  const own = /^npm_(package|lifecycle|command|execpath|node_execpath|config_(local_prefix|workspaces?))/
  const kept = Object.entries(process.env).filter(([name]) => !own.test(name) && name !== "INIT_CWD")
  const path = (process.env["PATH"] ?? "").split(delimiter).filter((folder) => !/node_modules/.test(folder))
  return {
    ...Object.fromEntries(kept),
    PATH: [dirname(node), ...path].join(delimiter),
    // Of Next and others: nothing leaves the machine but what npm asks its registry for.
    NEXT_TELEMETRY_DISABLED: "1",
    CI: "1",
    NO_COLOR: "1",
  }
}

export interface CommandOptions {
  readonly cwd: string
  readonly env?: Readonly<Record<string, string>>
  /** Which Node runs it. Default: this one. */
  readonly node?: string
}

export interface CommandResult {
  /** `null` when a signal ended it. */
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

/** Every process that is not over, each the leader of a group of its own. */
const runningProcesses = new Set<ChildProcess>()

const startProcess = (
  command: string,
  args: readonly string[],
  { cwd, env, node = process.execPath }: CommandOptions,
) => {
  const child = spawn(command, args, {
    cwd,
    env: { ...makeCleanEnv(node), ...env },
    stdio: ["ignore", "pipe", "pipe"],
    detached: true,
  })
  runningProcesses.add(child)
  const said = { stdout: "", stderr: "" }
  child.stdout.setEncoding("utf8").on("data", (text: string) => (said.stdout += text))
  child.stderr.setEncoding("utf8").on("data", (text: string) => (said.stderr += text))
  const closed = new Promise<CommandResult>((resolve, reject) => {
    child.once("error", reject)
    child.once("close", (code) => {
      runningProcesses.delete(child)
      resolve({ code, ...said })
    })
  })
  return { child, closed, said }
}

const endProcess = (child: ChildProcess) => {
  if (child.pid === undefined) return
  try {
    process.kill(-child.pid, "SIGTERM")
  } catch {
    // It is over.
  }
}

/** Ends whatever was started and still runs. */
export const endAll = (): void => {
  for (const child of runningProcesses) endProcess(child)
}

// A group of its own hears no Ctrl-C.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const)
  process.once(signal, () => {
    endAll()
    process.exit(130)
  })

/** Runs a command to its end, whatever its exit code. */
export const runToEnd = (
  command: string,
  args: readonly string[],
  options: CommandOptions,
): Promise<CommandResult> => startProcess(command, args, options).closed

/** A command failed. The message holds its last lines. */
class CommandError extends Error {
  constructor(line: string, { code, stdout, stderr }: CommandResult) {
    const lines = `${stdout}\n${stderr}`.trim().split("\n").slice(-40)
    super([`${line} ended with ${code ?? "a signal"}:`, ...lines].join("\n"))
  }
}

/** Runs a command that has to succeed. @throws CommandFailed */
export const runCommand = async (
  command: string,
  args: readonly string[],
  options: CommandOptions,
): Promise<CommandResult> => {
  const finished = await runToEnd(command, args, options)
  if (finished.code !== 0) throw new CommandError([command, ...args].join(" "), finished)
  return finished
}

export interface StartedServer {
  /** The first match of the pattern in what it printed. */
  readonly ready: string
  /** All that it has printed by now. */
  readonly output: () => string
  readonly close: () => Promise<void>
}

/** Starts a command that serves until it is ended; done when `pattern` matches what it printed. @throws CommandFailed */
export const startServer = async (
  command: string,
  args: readonly string[],
  pattern: RegExp,
  options: CommandOptions,
): Promise<StartedServer> => {
  const { child, closed, said } = startProcess(command, args, options)
  const output = () => said.stdout + said.stderr
  const ready = await new Promise<string>((resolve, reject) => {
    const look = () => {
      const found = pattern.exec(output())?.[0]
      if (found !== undefined) resolve(found)
    }
    child.stdout.on("data", look)
    child.stderr.on("data", look)
    closed.then((finished) => reject(new CommandError([command, ...args].join(" "), finished)), reject)
  })
  return {
    ready,
    output,
    close: async () => {
      endProcess(child)
      await closed
    },
  }
}
