import { type ChildProcess, spawn } from "node:child_process"

/**
 * Reads `+ <pid>` and `- <pid>`, and kills the remaining processes when its input closes, which happens on any exit
 * of this process. It is a shell script: a shell exists wherever anvil runs and takes a megabyte.
 */
const script = `
pids=
while read -r sign pid; do
  case $sign in
    +) pids="$pids $pid" ;;
    -)
      left=
      for one in $pids; do [ "$one" = "$pid" ] || left="$left $one"; done
      pids=$left
      ;;
  esac
done
[ -z "$pids" ] || kill $pids 2>/dev/null
`

let watchdog: ChildProcess | null = null

const sendToWatchdog = (line: string) => {
  if (watchdog === null || watchdog.exitCode !== null || watchdog.signalCode !== null) {
    // A separate session: a signal to the process group (Ctrl-C) must not end it before this process.
    const started = spawn("/bin/sh", ["-c", script], { stdio: ["pipe", "ignore", "ignore"], detached: true })
    // Without a shell or after it was killed, `close()` still ends the chains.
    started.on("error", () => {})
    started.stdin?.on("error", () => {})
    // It does not keep this process running.
    started.unref()
    watchdog = started
    for (const pid of watchedPids) started.stdin?.write(`+ ${pid}\n`)
  }
  watchdog.stdin?.write(line)
}

const watchedPids = new Set<number>()

/** Binds the process to this one's lifetime: an orphaned anvil would run forever. */
export const endWithParent = (pid: number): void => {
  sendToWatchdog(`+ ${pid}\n`)
  watchedPids.add(pid)
}

/** Removes an ended process, whose id may be reused. */
export const releaseFromParent = (pid: number): void => {
  watchedPids.delete(pid)
  sendToWatchdog(`- ${pid}\n`)
}
