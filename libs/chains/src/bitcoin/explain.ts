import { Effect, Result } from "effect"
import type { Actions } from "../contract/Actions.ts"
import type { Explained } from "../contract/Explanation.ts"
import type { ChainTransaction, Trial } from "../contract/Transfer.ts"
import { dangersOfTrial } from "../explained/dangersOfTrial.ts"
import { readBalance } from "./balance.ts"
import { readCoins } from "./coins.ts"
import { dangersOf } from "./dangers.ts"
import { inWords } from "./inWords.ts"
import { explainMessage } from "./message.ts"
import { readPsbt } from "./Psbt.ts"
import { tryPsbts } from "./tryPsbts.ts"
import { unread } from "./unread.ts"

type Request = Parameters<Actions["explain"]>[0]

export const explain: Actions["explain"] = (asked) => {
  const { request } = asked
  switch (request._tag) {
    case "Transaction":
      return explainSent(asked, [request.transaction])
    case "Transactions":
      return explainSent(asked, request.transactions)
    case "Message":
      return Effect.succeed(explainMessage(request.message))
    case "TypedData":
      return Effect.succeed(unread(request.typedData, false))
    case "Calls":
      return Effect.succeed(unread(request.calls.map(({ data }) => data).join(), true))
    case "Other":
      return Effect.succeed(unread(request.params, false))
  }
}

const explainSent = (
  asked: Request,
  transactions: readonly [ChainTransaction, ...ChainTransaction[]],
): Effect.Effect<Explained> => {
  const psbts = transactions.flatMap(({ psbt }) => readPsbt(psbt) ?? [])
  const [first, ...others] = psbts
  if (first === undefined || psbts.length < transactions.length)
    return Effect.succeed(unread(JSON.stringify(transactions), true))
  const { from, network, nameOf, rpc } = asked
  const reader = { network, from, nameOf }
  const held = Effect.all(
    { balance: readBalance(rpc, from), coins: readCoins(rpc, from) },
    { concurrency: 2 },
  )
  return Effect.map(Effect.result(held), (read): Explained => {
    const trial: Trial = Result.isSuccess(read)
      ? tryPsbts(psbts, from, read.success)
      : { _tag: "Unavailable" }
    return {
      calls: [inWords(first, reader), ...others.map((psbt) => inWords(psbt, reader))],
      dangers: [...psbts.flatMap((psbt) => dangersOf(psbt, reader)), ...dangersOfTrial(trial)],
      trial,
    }
  })
}
