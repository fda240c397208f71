import { Effect, Result } from "effect"
import type { Actions } from "../contract/Actions.ts"
import type { Explained } from "../contract/Explanation.ts"
import type { ChainTransaction, Trial } from "../contract/Transfer.ts"
import { dangersOfTrial } from "../explained/dangersOfTrial.ts"
import { readBalance } from "./balance.ts"
import { readCoins } from "./coins.ts"
import { dangersOf } from "./dangers.ts"
import { inWords, type Owner } from "./inWords.ts"
import { explainMessage } from "./message.ts"
import { type Psbt, readPsbt } from "./Psbt.ts"
import { isSameScript, scriptIn } from "./Script.ts"
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
  const [first, ...rest] = psbts
  if (first === undefined || psbts.length < transactions.length)
    return Effect.succeed(unread(JSON.stringify(transactions), true))
  const { from, network, nameOf, own = [], rpc } = asked
  const others = [...new Set(own)].filter((address) => address !== from)
  const owners = [from, ...others].flatMap((address): readonly Owner[] => {
    const script = scriptIn(address)
    return script === null ? [] : [{ address, script }]
  })
  const reader = { network, owners, nameOf }
  // Of one's own the wallet may show many: those that have to do with it are looked at.
  const concerned = owners.filter(({ address, script }) => address === from || isIn(psbts, script))
  const held = Effect.forEach(
    concerned,
    ({ address }) =>
      Effect.all({ balance: readBalance(rpc, address), coins: readCoins(rpc, address) }, { concurrency: 2 }),
    { concurrency: 2 },
  )
  return Effect.map(Effect.result(held), (read): Explained => {
    const trial: Trial = Result.isSuccess(read)
      ? tryPsbts(psbts, concerned, read.success)
      : { _tag: "Unavailable" }
    return {
      calls: [inWords(first, reader), ...rest.map((psbt) => inWords(psbt, reader))],
      dangers: [...psbts.flatMap((psbt) => dangersOf(psbt, reader)), ...dangersOfTrial(trial)],
      trial,
    }
  })
}

/** Whether any of them spends, or pays, what is of this script. */
const isIn = (psbts: readonly Psbt[], script: Uint8Array): boolean =>
  psbts
    .flatMap(({ inputs, outputs }) => [...inputs.flatMap(({ coin }) => coin ?? []), ...outputs])
    .some((output) => isSameScript(output.script, script))
