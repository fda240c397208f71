/** Formats the remaining minutes and seconds as `4:00`, or `0:00` after the end. Both times are UTC milliseconds. */
export const formatTimeLeft = (until: number, now: number): string => {
  const seconds = Math.max(0, Math.ceil((until - now) / 1000))
  return `${Math.floor(seconds / 60)}:${`${seconds % 60}`.padStart(2, "0")}`
}
