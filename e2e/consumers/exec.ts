import { type ChildProcess, spawn } from "node:child_process"
import { delimiter, dirname } from "node:path"

/** Makes a clean environment: this Node, without paths or npm settings of this workspace. */
const makeCleanEnv = (node: string): NodeJS.ProcessEnv => {
  const own = /^npm_(package|lifecycle|command|execpath|node_execpath|config_(local_prefix|workspaces?))/
  const kept = Object.entries(process.env).filter(([name]) => !own.test(name) && name !== "INIT_CWD")
  const path = (process.env["PATH"] ?? "").split(delimiter).filter((folder) => !/node_modules/.test(folder))
  return {
    ...Object.fromEntries(kept),
    PATH: [dirname(node), ...path].join(delimiter),
    // Disables telemetry of Next and others: only npm's registry requests leave the machine.
    NEXT_TELEMETRY_DISABLED: "1",
    CI: "1",
    NO_COLOR: "1",
  }
}

export interface CommandOptions {
  readonly cwd: string
  readonly env?: Readonly<Record<string, string>>
  /** The Node that runs it. Default: this one. */
  readonly node?: string
}

export interface CommandResult {
  /** `null` when a signal ended it. */
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

/** Running processes, each the leader of its own group. */
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
    // The process has exited.
  }
}

/** Ends all running processes. */
export const endAll = (): void => {
  for (const child of runningProcesses) endProcess(child)
}

// A separate process group does not receive Ctrl-C.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const)
  process.once(signal, () => {
    endAll()
    process.exit(130)
  })

/** Runs a command to its end, with any exit code. */
export const runToEnd = (
  command: string,
  args: readonly string[],
  options: CommandOptions,
): Promise<CommandResult> => startProcess(command, args, options).closed

/** A failed command. The message contains its last lines. */
class CommandError extends Error {
  constructor(line: string, { code, stdout, stderr }: CommandResult) {
    const lines = `${stdout}\n${stderr}`.trim().split("\n").slice(-40)
    super([`${line} ended with ${code ?? "a signal"}:`, ...lines].join("\n"))
  }
}

/** Runs a command and requires success. @throws CommandFailed */
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
  /** The first match of the pattern in its output. */
  readonly ready: string
  /** Returns its output so far. */
  readonly output: () => string
  readonly close: () => Promise<void>
}

/** Starts a server and resolves when `pattern` matches its output. @throws CommandFailed */
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
