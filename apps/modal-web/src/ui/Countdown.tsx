import { useEffect, useState } from "react"
import type { MessageId } from "../messages/Catalogue.ts"
import { useMessages } from "../messages/Translate.tsx"

/** Returns the whole seconds from now until `at` (UTC milliseconds); not below zero. */
export const getSecondsUntil = (at: number, now: number) => Math.max(0, Math.ceil((at - now) / 1000))

/** Formats minutes and seconds as a clock does. */
export const formatClockTime = (locale: string, seconds: number): string => {
  const minutes = new Intl.NumberFormat(locale, { useGrouping: false }).format(Math.floor(seconds / 60))
  const rest = new Intl.NumberFormat(locale, { minimumIntegerDigits: 2 }).format(seconds % 60)
  return `${minutes}:${rest}`
}

/** Returns the current time (UTC milliseconds), updated at each whole second before `at`. */
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

/** Returns the whole seconds until `at` (UTC milliseconds), updated every second. */
export const useSecondsUntil = (at: number): number => getSecondsUntil(at, useNow(at))

export interface CountdownProps {
  /** UTC milliseconds. */
  readonly until: number
  /** Returns the message for the remaining seconds, and the seconds for its `{time}`. */
  readonly children: (seconds: number) => readonly [MessageId, number]
}

/** A visual countdown, hidden from screen readers, which would read it every second. */
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
