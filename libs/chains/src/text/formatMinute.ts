/** Formats a time in UTC, such as `2026-11-29 08:15 UTC`. @param time UTC milliseconds */
export const formatMinute = (time: number): string =>
  `${new Date(time).toISOString().slice(0, 16).replace("T", " ")} UTC`
