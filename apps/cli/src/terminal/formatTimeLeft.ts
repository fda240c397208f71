/** Minutes and seconds until then, `4:00`; `0:00` once it is over. Both in UTC milliseconds. */
export const formatTimeLeft = (until: number, now: number): string => {
  const seconds = Math.max(0, Math.ceil((until - now) / 1000))
  return `${Math.floor(seconds / 60)}:${`${seconds % 60}`.padStart(2, "0")}`
}
