import { Result } from "effect"

/** Decodes a percent-encoded text; `null` when it is not UTF-8. */
export const decodePercent = (text: string): string | null =>
  Result.getOrElse(
    Result.try(() => decodeURIComponent(text)),
    () => null,
  )
