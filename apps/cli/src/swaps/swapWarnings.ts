import type { SwapWarning } from "@wmodal/core/flows"
import { guardError } from "../failure/CliError.ts"
import type { WarningPrompt } from "../operations/confirmReview.ts"

/** Formats a percentage with one decimal, for display and `--confirm`. */
export const formatPercent = (percent: number): string => percent.toFixed(1)

/** Returns the value that confirms a warning, typed at a prompt or named by `--confirm`. */
export const getSwapWarningValue = (stop: SwapWarning): string => {
  switch (stop._tag) {
    case "Impact":
      return stop.percent === null ? "unknown" : formatPercent(stop.percent)
    case "SecondPrice":
      // A prefix, so that a price impact of the same percentage is confirmed by itself.
      return `price-${stop.percent === null ? "unknown" : formatPercent(stop.percent)}`
    case "Untried":
      return "untried"
    case "Router":
      return "blind"
  }
}

export const getSwapWarningTitle = (stop: SwapWarning): string => {
  switch (stop._tag) {
    case "Impact":
      return stop.percent === null ? "Price impact unknown" : `Price impact ${formatPercent(stop.percent)} %`
    case "SecondPrice":
      return stop.percent === null
        ? "No price from the second source"
        : `Second price source: ${formatPercent(stop.percent)} % less`
    case "Untried":
      return "Not simulated"
    case "Router":
      return `Blind signing: unknown router ${stop.router}`
  }
}

/** Returns the warnings that no `--confirm` names, as prompts. */
export const toSwapPrompts = (
  stops: readonly SwapWarning[],
  confirm: readonly string[],
): readonly WarningPrompt[] =>
  stops.flatMap((stop) => {
    const value = getSwapWarningValue(stop)
    const matches = (text: string) => text.replace(/[\s%]/g, "").replace(",", ".").toLowerCase() === value
    return confirm.some(matches)
      ? []
      : {
          label: `Type ${value} to swap anyway:`,
          matches,
          error: guardError(`${getSwapWarningTitle(stop)}.`, `To continue: --confirm ${value}`),
        }
  })
