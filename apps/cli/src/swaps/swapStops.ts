import type { SwapReview, SwapStop } from "@wmodal/core/flows"
import { type CliError, guard } from "../failure/CliError.ts"

/** Percent as it is shown and named. */
export const percentText = (percent: number): string => percent.toFixed(1)

/** What passes a stop: typed at a prompt, or named by `--confirm`. */
export const valueOf = (stop: SwapStop): string => {
  switch (stop._tag) {
    case "Impact":
      return stop.percent === null ? "unknown" : percentText(stop.percent)
    case "Untried":
      return "untried"
  }
}

export const isValueOf = (stop: SwapStop, text: string): boolean =>
  text.replace(/[\s%]/g, "").replace(",", ".").toLowerCase() === valueOf(stop)

/** The stops that no `--confirm` names. */
export const swapStopsLeft = (stops: readonly SwapStop[], confirm: readonly string[]): readonly SwapStop[] =>
  stops.filter((stop) => !confirm.some((value) => isValueOf(stop, value)))

export const stopTitle = (stop: SwapStop): string => {
  switch (stop._tag) {
    case "Impact":
      return stop.percent === null
        ? "Nobody knows how much of the worth would be lost"
        : `${percentText(stop.percent)} % of the worth would be lost`
    case "Untried":
      return "Nobody could try out what it does"
  }
}

/** Where nobody can type it: what stands against the swap, and how it is passed. */
export const refuseSwapStop = (stop: SwapStop): CliError =>
  guard(`${stopTitle(stop)}.`, `If that is what you want: --confirm ${valueOf(stop)}`)

export const passedAll = ({ stops }: SwapReview) => stops.map(({ _tag }) => _tag)
