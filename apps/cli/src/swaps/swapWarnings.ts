import type { SwapReview, SwapWarning } from "@wmodal/core/flows"
import { type CliError, guardError } from "../failure/CliError.ts"

/** Percent as it is shown and named. */
export const formatPercent = (percent: number): string => percent.toFixed(1)

/** What passes a stop: typed at a prompt, or named by `--confirm`. */
export const getSwapWarningValue = (stop: SwapWarning): string => {
  switch (stop._tag) {
    case "Impact":
      return stop.percent === null ? "unknown" : formatPercent(stop.percent)
    case "Untried":
      return "untried"
  }
}

export const matchesSwapWarningValue = (stop: SwapWarning, text: string): boolean =>
  text.replace(/[\s%]/g, "").replace(",", ".").toLowerCase() === getSwapWarningValue(stop)

/** The stops that no `--confirm` names. */
export const unconfirmedSwapWarnings = (
  stops: readonly SwapWarning[],
  confirm: readonly string[],
): readonly SwapWarning[] =>
  stops.filter((stop) => !confirm.some((value) => matchesSwapWarningValue(stop, value)))

export const getSwapWarningTitle = (stop: SwapWarning): string => {
  switch (stop._tag) {
    case "Impact":
      return stop.percent === null ? "Price impact unknown" : `Price impact ${formatPercent(stop.percent)} %`
    case "Untried":
      return "Not simulated"
  }
}

/** Where nobody can type it: what stands against the swap, and how it is passed. */
export const swapWarningError = (stop: SwapWarning): CliError =>
  guardError(`${getSwapWarningTitle(stop)}.`, `To continue: --confirm ${getSwapWarningValue(stop)}`)

export const getSwapWarningTags = ({ stops }: SwapReview) => stops.map(({ _tag }) => _tag)
