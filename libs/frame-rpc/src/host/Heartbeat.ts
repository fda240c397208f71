/** How long between two beats, in milliseconds. */
const pingIntervalMs = 15_000
const maxMissedPings = 2

export interface HeartbeatDeps {
  /** @returns what stops it. */
  readonly after: (milliseconds: number, then: () => void) => () => void
  /** Whether anybody depends on the frame just now. */
  readonly isNeeded: () => boolean
  /** Asks the frame for a sign of life. */
  readonly ping: () => void
  readonly onUnresponsive: () => void
}

/** Finds out whether a frame still answers, for as long as somebody needs to know. */
export interface Heartbeat {
  /** Somebody may need to know from now on. */
  readonly listen: () => void
  /** The same, and the first beat is at once. */
  readonly pingNow: () => void
  /** The frame has said something. */
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
