import {
  type ChainActions,
  type ChainClient,
  type Fee,
  hasPayments,
  type RequestNote,
  type SigningActions,
  type WalletCall,
  type WalletRequest,
} from "@wmodal/chains"
import type { RpcError } from "@wmodal/protocol"
import { Effect } from "effect"
import { catchDefects } from "../effects/catchDefects.ts"
import { findShortfall } from "../services/funds.ts"

interface RequestFunds {
  readonly actions: ChainActions | SigningActions
  readonly asking: ChainClient
  /** Plain. */
  readonly from: string
  /** True if another account pays the network fee. */
  readonly smart: boolean
}

/**
 * Returns a note if the account has less than what a request sends and its fee at most, or if that could not be read.
 * The fee of a batch counts for its wallet alone, since its dApp may have another account pay it.
 */
export const fetchFundsNote = (
  { actions, asking, from, smart }: RequestFunds,
  request: WalletRequest,
): Effect.Effect<RequestNote | null> =>
  Effect.gen(function* () {
    if (!hasPayments(actions) || actions.contracts === null) return null
    const { contracts } = actions
    const calls = toCalls(request, contracts.toCall)
    const [first] = calls
    if (first === undefined) return null
    // No node is asked for the gas of a contract's creation.
    const isPayer = request._tag === "Transaction" && !smart && first.to !== ""
    const estimate: Effect.Effect<FeeEstimate, RpcError> = isPayer
      ? Effect.catchTag(
          contracts.estimateCall({ ...asking, from, call: first }),
          "TransferRejected",
          (error) => Effect.succeed(error.reason._tag === "Insufficient" ? (error.reason.of ?? "gas") : null),
        )
      : Effect.succeed(null)
    const [held, fee] = yield* Effect.all(
      [actions.spendableBalance({ ...asking, address: from, token: null }), estimate],
      { concurrency: "unbounded" },
    )
    const amount = calls.reduce((sum, { value }) => sum + value, 0n)
    const [most, lacking] = typeof fee === "string" ? [null, fee] : [fee?.most ?? null, null]
    const short = findShortfall({
      amount,
      balance: held,
      native: held,
      isNative: true,
      fee: most,
      smart: !isPayer,
    })
    const of = short ?? lacking
    return of === null ? null : { _tag: "Insufficient" as const, of, held, needed: amount + (most ?? 0n) }
  }).pipe(
    catchDefects,
    Effect.catch(() => Effect.succeed({ _tag: "FundsUnread" as const })),
  )

/** What is lacking, in place of a fee; `null` where no fee counts, and for a call that would fail for another reason. */
type FeeEstimate = Fee | "token" | "gas" | null

const toCalls = (
  request: WalletRequest,
  toCall: (
    transaction: Extract<WalletRequest, { readonly _tag: "Transaction" }>["transaction"],
  ) => WalletCall,
): readonly WalletCall[] => {
  switch (request._tag) {
    case "Transaction":
      return [toCall(request.transaction)]
    case "Calls":
      return request.calls
    default:
      return []
  }
}
