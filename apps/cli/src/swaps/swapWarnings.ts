import type { SwapWarning } from "@wmodal/core/flows"
import { guardError } from "../failure/CliError.ts"
import type { WarningPrompt, WarningText } from "../operations/confirmReview.ts"

/** Formats a percentage with one decimal, for display and `--confirm`. */
export const formatPercent = (percent: number): string => percent.toFixed(1)

/** Returns the texts of a warning. */
export const describeSwapWarning = (stop: SwapWarning): WarningText => {
  switch (stop._tag) {
    case "Impact":
      return stop.percent === null
        ? {
            title: "Price impact unknown",
            value: "unknown",
            details: "A price is missing or wrong. You could receive far less than you pay.",
          }
        : {
            title: `Price impact ${formatPercent(stop.percent)} %`,
            value: formatPercent(stop.percent),
            details: "You receive that much less value than you pay.",
          }
    case "SecondPrice":
      // A prefix, so that a price impact of the same percentage is confirmed by itself.
      return stop.percent === null
        ? {
            title: "No price from the second source",
            value: "price-unknown",
            details: "It has no price, or an implausible one. The exchange's own prices are not checked.",
          }
        : {
            title: `Second price source: ${formatPercent(stop.percent)} % less`,
            value: `price-${formatPercent(stop.percent)}`,
            details: "The minimum is worth that much less than you pay. The exchange may state wrong prices.",
          }
    case "Untried":
      return {
        title: "Not simulated",
        value: "untried",
        details: "No node could simulate it. Its effect is unknown.",
      }
    case "Router":
      return {
        title: `Blind signing: unknown router ${stop.router}`,
        value: "blind",
        details: "Only the exchange names this contract. It may act differently once it is sent.",
      }
  }
}

/** Returns the warnings that no `--confirm` names, as prompts. */
export const toSwapPrompts = (
  stops: readonly SwapWarning[],
  confirm: readonly string[],
): readonly WarningPrompt[] =>
  stops.flatMap((stop) => {
    const { title, value } = describeSwapWarning(stop)
    const matches = (text: string) => text.replace(/[\s%]/g, "").replace(",", ".").toLowerCase() === value
    return confirm.some(matches)
      ? []
      : {
          label: `Type ${value} to swap anyway:`,
          matches,
          error: guardError(`${title}.`, `To continue: --confirm ${value}`),
        }
  })
