import { useMessages } from "../../messages/Translate.tsx"

/** Seconds from which the time is shown in minutes. */
const minMinutesSeconds = 90

/** Returns the time until a payment arrives, as text; `null` when it is unknown. */
export const useArrivalTime = (seconds: number | null): string | null => {
  const { t } = useMessages()
  if (seconds === null) return null
  return seconds < minMinutesSeconds
    ? t("send.seconds", { count: Math.max(1, Math.round(seconds)) })
    : t("send.minutes", { count: Math.round(seconds / 60) })
}
