import { useMessages } from "../../messages/Translate.tsx"

/** Seconds from which minutes say it better. */
const minMinutesSeconds = 90

/** How long until a payment arrives, in words; `null` where nobody can say. */
export const useArrivalTime = (seconds: number | null): string | null => {
  const { t } = useMessages()
  if (seconds === null) return null
  return seconds < minMinutesSeconds
    ? t("send.seconds", { count: Math.max(1, Math.round(seconds)) })
    : t("send.minutes", { count: Math.round(seconds / 60) })
}
