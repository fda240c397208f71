import type { PageAnswer, PageQuestion } from "@wmodal/chains"
import { Effect } from "effect"
import { surviving } from "../attempt/surviving.ts"
import { askChain, type ChainSurroundings } from "../flows/askChain.ts"
import type { PageAsker } from "./pageAsker.ts"
import { refused } from "./refused.ts"

/** What a person is to look at: the question itself, or the payment that it names, built on the network in use. */
export const builtFor = (
  around: ChainSurroundings,
  { network }: PageAsker,
  question: PageQuestion,
): Effect.Effect<PageQuestion | PageAnswer> => {
  const { unbuilt } = question
  if (unbuilt === undefined) return Effect.succeed(question)
  const { transfer } = unbuilt
  return Effect.flatMap(askChain(around, { network, known: true }), ({ actions, asking }) =>
    Effect.map(surviving(actions.estimate({ ...asking, transfer })), (fee) =>
      unbuilt.with(actions.build({ transfer, fee })),
    ),
  ).pipe(
    Effect.catch((error) =>
      Effect.succeed(error._tag === "TransferRefused" ? refused.unpayable(error.message) : refused.unbuilt),
    ),
  )
}
