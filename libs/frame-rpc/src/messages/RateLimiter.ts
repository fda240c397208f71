/** The maximum number of open requests. */
export const maxOpenRequests = 64
const maxMessagesPerSecond = 50

/**
 * Permits a burst of the maximum number of open requests, then 50 per second: a side that was busy finds at most that
 * many waiting, and none of them is rejected.
 */
export interface RateLimiter {
  /**
   * Takes a permit, or returns `false` above the limit.
   * @param now UTC milliseconds.
   */
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
