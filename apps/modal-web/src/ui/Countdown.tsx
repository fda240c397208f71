import { useEffect, useState } from "react"
import type { MessageId } from "../messages/Catalogue.ts"
import { useMessages } from "../messages/Translate.tsx"

/** Whole seconds from now until `at`, UTC milliseconds; not below zero. */
export const getSecondsUntil = (at: number, now: number) => Math.max(0, Math.ceil((at - now) / 1000))

/** Minutes and seconds, as a clock shows them. */
export const formatClockTime = (locale: string, seconds: number): string => {
  const minutes = new Intl.NumberFormat(locale, { useGrouping: false }).format(Math.floor(seconds / 60))
  const rest = new Intl.NumberFormat(locale, { minimumIntegerDigits: 2 }).format(seconds % 60)
  return `${minutes}:${rest}`
}

/** UTC milliseconds, anew at each whole second before `at`. */
const useNow = (at: number) => {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const tick = () => {
      const current = Date.now()
      setNow(current)
      if (current < at) timer = setTimeout(tick, (at - current) % 1000 || 1000)
    }
    tick()
    return () => clearTimeout(timer)
  }, [at])
  return now
}

/** Whole seconds until `at`, UTC milliseconds, as they pass. */
export const useSecondsUntil = (at: number): number => getSecondsUntil(at, useNow(at))

export interface CountdownProps {
  /** UTC milliseconds. */
  readonly until: number
  /** What to say at so many seconds before: a message with a `{time}`, and the seconds that it is. */
  readonly children: (seconds: number) => readonly [MessageId, number]
}

/** Counts down for the eye alone: it would be spoken each second. */
export const Countdown = ({ until, children }: CountdownProps) => {
  const { t, locale } = useMessages()
  const [message, seconds] = children(useSecondsUntil(until))
  const time = formatClockTime(locale, seconds)
  const said = t(message, { time })
  const at = said.indexOf(time)
  return (
    <span role="timer" aria-live="off">
      {said.slice(0, at)}
      <strong>{time}</strong>
      {said.slice(at + time.length)}
    </span>
  )
}
