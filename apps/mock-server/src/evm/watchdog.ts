import { type ChildProcess, spawn } from "node:child_process"

/**
 * Reads `+ <pid>` and `- <pid>`, and ends what is left of them when its input ends: that is when this process is gone,
 * however it went. A shell, because it is everywhere that an anvil is and takes a megabyte.
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
    // A session of its own: a signal to our whole group (Ctrl-C) must not end it before us.
    const started = spawn("/bin/sh", ["-c", script], { stdio: ["pipe", "ignore", "ignore"], detached: true })
    // Where there is no shell, or it was ended, chains still end with `close()`.
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

/** From now on the process does not outlive this one: an orphaned anvil would run for ever. */
export const endWithParent = (pid: number): void => {
  sendToWatchdog(`+ ${pid}\n`)
  watchedPids.add(pid)
}

/** The process has ended; its number may soon belong to another. */
export const releaseFromParent = (pid: number): void => {
  watchedPids.delete(pid)
  sendToWatchdog(`- ${pid}\n`)
}
