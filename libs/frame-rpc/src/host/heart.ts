/** How long between two beats, in milliseconds. */
const beatEvery = 15_000
const mostMissed = 2

export interface HeartSurroundings {
  /** @returns what stops it. */
  readonly after: (milliseconds: number, then: () => void) => () => void
  /** Whether anybody depends on the frame just now. */
  readonly isNeeded: () => boolean
  /** Asks the frame for a sign of life. */
  readonly beat: () => void
  readonly onDead: () => void
}

/** Finds out whether a frame still answers, for as long as somebody needs to know. */
export interface Heart {
  /** Somebody may need to know from now on. */
  readonly listen: () => void
  /** The same, and the first beat is at once. */
  readonly listenNow: () => void
  /** The frame has said something. */
  readonly alive: () => void
  readonly stop: () => void
}

export const makeHeart = ({ after, beat, isNeeded, onDead }: HeartSurroundings): Heart => {
  let next: (() => void) | null = null
  let isAwaited = false
  let missed = 0
  const alive = () => {
    isAwaited = false
    missed = 0
  }
  const listen = () => {
    if (next === null && isNeeded()) next = after(beatEvery, tick)
  }
  const beatNow = () => {
    isAwaited = true
    beat()
    listen()
  }
  const tick = () => {
    next = null
    if (!isNeeded()) return alive()
    if (isAwaited) missed += 1
    if (missed < mostMissed) return beatNow()
    alive()
    onDead()
  }
  const stop = () => {
    next?.()
    next = null
    alive()
  }
  return {
    listen,
    listenNow: () => {
      stop()
      beatNow()
    },
    alive,
    stop,
  }
}
