import type { Rpc } from "@wmodal/protocol"
import { Effect } from "effect"
import type { RequestWarning } from "../../contract/Explanation.ts"
import type { ChainTransaction } from "../../contract/Transfer.ts"
import { parseQuantity } from "../Hex.ts"
import { fetchUsualPrice, maxPriceFactor } from "../usualPrice.ts"

/** Wei. A lower fee is not reported, whatever the price is. */
export const minReportedFee = 10n ** 16n

/** Gas without a limit in the request: of a plain payment. */
const defaultGas = 21_000n

/**
 * Warns of the fee that a dApp sets itself, by the usual price, of which two nodes report the lower. If no node reports
 * one, any considerable fee is reported. A wallet that decides the price itself is not concerned.
 */
export const fetchFeeWarning = (
  rpc: Rpc,
  { gas, gasLimit, gasPrice, maxFeePerGas }: ChainTransaction,
): Effect.Effect<readonly RequestWarning[]> => {
  const price = parseQuantity(maxFeePerGas ?? gasPrice)
  const limit = parseQuantity(gas ?? gasLimit) ?? defaultGas
  const fee = (price ?? 0n) * limit
  if (price === null || fee < minReportedFee) return Effect.succeed([])
  return Effect.map(fetchUsualPrice(rpc), (usual) =>
    usual !== null && price <= usual * maxPriceFactor ? [] : [{ _tag: "HighFee", fee }],
  )
}
