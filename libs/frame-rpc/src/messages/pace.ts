/** How many questions may be open at once. */
export const mostOpen = 64
const aSecond = 50

/**
 * Lets through what is open at once at most, and 50 a second from then on: a side that was busy for a while finds
 * that many waiting, and none of them is too often.
 */
export interface Pace {
  /** @param now UTC milliseconds. @returns whether one more may pass. */
  readonly pass: (now: number) => boolean
}

export const makePace = (): Pace => {
  let left = mostOpen
  let last = 0
  return {
    pass: (now) => {
      left = Math.min(mostOpen, left + (Math.max(0, now - last) * aSecond) / 1000)
      last = now
      if (left < 1) return false
      left -= 1
      return true
    },
  }
}
