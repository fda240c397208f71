import type { SpendingAllowance, SpendingSession } from "@wmodal/core/flows"
import { formatExactNumber, isolateText } from "../../messages/formatNumber.ts"
import { formatFullTime } from "../../messages/formatTime.ts"
import type { Translate } from "../../messages/Translate.tsx"

type Spend = Extract<SpendingAllowance, { readonly _tag: "Spend" }>

/** Returns an amount to the last digit, with its currency; that of an unknown token counts units. */
export const formatAllowance = (
  { locale, t }: Translate,
  units: bigint,
  { decimals, symbol }: Spend,
): string => {
  const number = formatExactNumber(locale, { units, decimals: decimals ?? 0 })
  // Without a description of the token, the symbol is its address.
  return decimals === null
    ? t("sessions.units", { units: Number(units), count: number, symbol: isolateText(symbol) })
    : isolateText(`${number} ${symbol}`)
}

/** Returns what may be spent, in one line. */
export const describeAllowance = (messages: Translate, allowance: SpendingAllowance): string => {
  const { t } = messages
  if (allowance._tag === "Unknown") return t("sessions.unreadable", { type: isolateText(allowance.type) })
  const { left, limit, symbol } = allowance
  if (limit === null) return t("sessions.unlimited", { symbol: isolateText(symbol) })
  const most = formatAllowance(messages, limit, allowance)
  return left === null
    ? t("sessions.upTo", { limit: most })
    : t("sessions.left", { left: formatAllowance(messages, left, allowance), limit: most })
}

/** Returns until when a session lasts, in one line. */
export const describeEnd = ({ locale, t }: Translate, { expiresAt }: SpendingSession): string =>
  expiresAt === null
    ? t("sessions.endless")
    : t("sessions.until", { time: formatFullTime(locale, expiresAt) })

/** Returns the name of the app to show. The host of its page cannot be chosen freely, so it comes first. */
export const getAppName = ({ t }: Translate, { app, host }: SpendingSession): string =>
  host ?? (app || t("sessions.unnamed"))
