/** How many questions may be open at once. */
export const maxOpenRequests = 64
const maxMessagesPerSecond = 50

/**
 * Lets through what is open at once at most, and 50 a second from then on: a side that was busy for a while finds
 * that many waiting, and none of them is too often.
 */
export interface RateLimiter {
  /** @param now UTC milliseconds. @returns whether one more may pass. */
  readonly tryAcquire: (now: number) => boolean
}

export const makeRateLimiter = (): RateLimiter => {
  let left = maxOpenRequests
  let last = 0
  return {
    tryAcquire: (now) => {
      left = Math.min(maxOpenRequests, left + (Math.max(0, now - last) * maxMessagesPerSecond) / 1000)
      last = now
      if (left < 1) return false
      left -= 1
      return true
    },
  }
}
