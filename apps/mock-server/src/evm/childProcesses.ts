const running = new Set<number>()
const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const

const endAll = () => {
  for (const pid of running) {
    try {
      process.kill(pid, "SIGTERM")
    } catch {
      // It ended by itself.
    }
  }
}

const onSignal = (signal: NodeJS.Signals) => {
  endAll()
  // A listener takes the place of the signal's own effect. When nobody else listens, give that back.
  process.off(signal, onSignal)
  if (process.listenerCount(signal) === 0) process.kill(process.pid, signal)
}

/** From now on the process does not outlive this one: an orphaned anvil would run for ever. */
export const tie = (pid: number) => {
  if (running.size === 0) {
    process.on("exit", endAll)
    // First in line, and gone when its turn is over: others do as we do, and end the process only when they are alone.
    for (const signal of signals) process.prependListener(signal, onSignal)
  }
  running.add(pid)
}

/** The process has ended; its number may soon belong to another. */
export const untie = (pid: number) => {
  running.delete(pid)
  if (running.size > 0) return
  process.off("exit", endAll)
  for (const signal of signals) process.off(signal, onSignal)
}
