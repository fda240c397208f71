import type { DappRequest, DappResponse } from "@wmodal/chains"
import { Effect } from "effect"
import { catchDefects } from "../effects/catchDefects.ts"
import { type ChainDeps, loadChain } from "../flows/loadChain.ts"
import { rejections } from "./rejections.ts"
import type { Requester } from "./resolveRequester.ts"

/** Returns the request to review: the original, or the payment that it names, built on the current network. */
export const buildRequestedPayment = (
  deps: ChainDeps,
  { network }: Requester,
  question: DappRequest,
): Effect.Effect<DappRequest | DappResponse> => {
  const { buildPayment } = question
  if (buildPayment === undefined) return Effect.succeed(question)
  const { transfer } = buildPayment
  return Effect.flatMap(loadChain(deps, { network, known: true }), ({ actions, asking }) =>
    Effect.map(catchDefects(actions.estimate({ ...asking, transfer })), (fee) =>
      buildPayment.with(actions.build({ transfer, fee })),
    ),
  ).pipe(
    Effect.catch((error) =>
      Effect.succeed(
        error._tag === "TransferRejected" ? rejections.unpayable(error.message) : rejections.unbuilt,
      ),
    ),
  )
}
