import type { RequestWarning, ReviewedRequest } from "@wmodal/chains"
import { addDecimals, type Decimal, hasKey, type Network, zeroDecimal } from "@wmodal/protocol"
import type { HoldingsState } from "../holdings/Holdings.ts"
import { toFiatValue } from "./amountInput.ts"

/** What else may leave the account later, or leaves it without a balance that says so. */
const unbounded: ReadonlySet<RequestWarning["_tag"]> = new Set([
  "UnlimitedApproval",
  "LargeApproval",
  "Handover",
  "Giveaway",
])

interface ServerTransaction {
  readonly explained: Pick<ReviewedRequest, "dangers" | "trial">
  /** Base units of the native currency; zero if another account pays it. */
  readonly fee: bigint
  readonly network: Pick<Network, "caipNetworkId">
}

/**
 * Returns the US dollars of all that leaves the account, with the fee; `null` if it was not simulated, a part has no
 * price, or others may take more later.
 */
export const computeWorth = (
  { explained: { dangers, trial }, fee, network }: ServerTransaction,
  state: HoldingsState,
): Decimal | null => {
  if (trial?._tag !== "Simulated" || !hasKey(state, "holdings")) return null
  if (dangers.some(({ _tag }) => unbounded.has(_tag))) return null
  if ((trial.moves ?? []).some(({ amount }) => amount < 0n)) return null
  const leaving = trial.changes
    .filter(({ after, before }) => after < before)
    .map(({ after, before, token }) => ({ token, units: before - after }))
  const paid = fee > 0n ? [{ token: null, units: fee }] : []
  return [...leaving, ...paid].reduce<Decimal | null>((sum, { token: address, units }) => {
    const held = state.holdings.find(
      ({ token }) => token.address === address && token.network === network.caipNetworkId,
    )
    const worth = held && toFiatValue(units, held.token.decimals, held.price)
    return sum === null || worth == null ? null : addDecimals(sum, worth)
  }, zeroDecimal)
}
