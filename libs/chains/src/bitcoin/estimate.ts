import { Effect } from "effect"
import { type Actions, TransferRefused } from "../contract/Actions.ts"
import type { Fee } from "../contract/Transfer.ts"
import { scriptOf } from "./addresses.ts"
import { termsOf } from "./build.ts"
import { sumOf } from "./Coin.ts"
import { type Choice, chooseAll, chooseCoins } from "./chooseCoins.ts"
import { readPurse } from "./coins.ts"
import { readRate } from "./esplora.ts"
import { feeRate } from "./feeRate.ts"
import { kindOf, scriptKinds, virtualSize } from "./Script.ts"

/** The rate is that of a block within half an hour. */
const seconds = 1_800

/**
 * Chooses the coins, so that what is signed costs what was shown. Where the amount and the fee together are more than
 * there is, the fee is that of paying out everything: `most` is what is then missing, so that the amount less that can go.
 */
export const estimate: Actions["estimate"] = Effect.fnUntraced(function* ({ network, rpc, transfer }) {
  const { amount, from, to: recipient, token } = transfer
  const node = yield* rpc.pin
  const [purse, rate] = yield* Effect.all([readPurse(node, from), readRate(node)], {
    concurrency: "unbounded",
  })
  const [script, to] = [scriptOf(network, from), scriptOf(network, recipient)]
  const [kind, paid] = [script && kindOf(script), to && kindOf(to)]
  if (token !== null) return yield* reverts("There are no tokens on this network.")
  if (to === null || paid === null) return yield* reverts("The address is one of another network.")
  const inputWeight = kind && scriptKinds[kind].inputWeight
  if (script === null || kind === null || inputWeight === null)
    return yield* reverts("An address of this kind cannot pay from here.")
  const have = sumOf(purse.spendable)
  if (amount > have) return yield* refused({ _tag: "Insufficient" })
  const { dust } = scriptKinds[paid]
  if (amount < dust) return yield* reverts(tooLittle(dust))

  const own = { kind, script, inputWeight }
  const wanted = { coins: purse.spendable, rate, to, own }
  // One that is behind by a block takes it too.
  const lockTime = Math.max(0, purse.height - 1)
  const sizeOf = ({ change, coins }: Choice) =>
    virtualSize({ inputs: coins.length, inputWeight, outputs: change > 0n ? [to, script] : [to] })
  const asFee = (choice: Choice, most: bigint): Fee => ({
    expected: choice.fee,
    most,
    terms: termsOf({ coins: choice.coins, fee: choice.fee, lockTime }),
    seconds,
    parts: feeRate(choice.fee, sizeOf(choice)),
  })
  const choice = chooseCoins({ ...wanted, amount })
  if (choice !== null) return asFee(choice, choice.fee)
  const all = chooseAll(wanted)
  if (all === null || sumOf(all.coins) - all.fee < dust) return yield* refused({ _tag: "Insufficient" })
  // Coins that cost more than they are worth stay behind, and nobody can have those either.
  return asFee(all, all.fee + have - sumOf(all.coins))
})

const refused = (reason: TransferRefused["reason"]) => Effect.fail(new TransferRefused({ reason }))
const reverts = (text: string) => refused({ _tag: "Reverts", text })

export const tooLittle = (dust: bigint): string => `The network passes on no less than ${dust} satoshis.`
