import { useWords } from "../../messages/Words.tsx"

/** Seconds from which minutes say it better. */
const long = 90

/** How long until a payment arrives, in words; `null` where nobody can say. */
export const useArrival = (seconds: number | null): string | null => {
  const { t } = useWords()
  if (seconds === null) return null
  return seconds < long
    ? t("send.seconds", { count: Math.max(1, Math.round(seconds)) })
    : t("send.minutes", { count: Math.round(seconds / 60) })
}
