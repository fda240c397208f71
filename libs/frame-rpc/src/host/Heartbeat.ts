/** The interval between two pings, in milliseconds. */
const pingIntervalMs = 15_000
const maxMissedPings = 2

export interface HeartbeatDeps {
  /** Runs `then` after the delay, and returns a function that cancels it. */
  readonly after: (milliseconds: number, then: () => void) => () => void
  /** Returns `true` while the frame is needed. */
  readonly isNeeded: () => boolean
  /** Sends a ping to the frame. */
  readonly ping: () => void
  readonly onUnresponsive: () => void
}

/** Detects an unresponsive frame while it is needed. */
export interface Heartbeat {
  /** Starts the heartbeat if the frame is needed. */
  readonly listen: () => void
  /** Starts the heartbeat with an immediate ping. */
  readonly pingNow: () => void
  /** Records a message from the frame. */
  readonly recordActivity: () => void
  readonly stop: () => void
}

export const makeHeartbeat = ({ after, ping, isNeeded, onUnresponsive }: HeartbeatDeps): Heartbeat => {
  let next: (() => void) | null = null
  let isAwaited = false
  let missed = 0
  const alive = () => {
    isAwaited = false
    missed = 0
  }
  const listen = () => {
    if (next === null && isNeeded()) next = after(pingIntervalMs, tick)
  }
  const beatNow = () => {
    isAwaited = true
    ping()
    listen()
  }
  const tick = () => {
    next = null
    if (!isNeeded()) return alive()
    if (isAwaited) missed += 1
    if (missed < maxMissedPings) return beatNow()
    alive()
    onUnresponsive()
  }
  const stop = () => {
    next?.()
    next = null
    alive()
  }
  return {
    listen,
    pingNow: () => {
      stop()
      beatNow()
    },
    recordActivity: alive,
    stop,
  }
}
