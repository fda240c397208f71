import { Effect } from "effect"
import { type ChainActions, TransferRejected } from "../contract/ChainActions.ts"
import type { Fee } from "../contract/Transfer.ts"
import { toScript } from "./addressScripts.ts"
import { encodeBuildPlan } from "./buildPayment.ts"
import { fetchFeeRate } from "./feeRate.ts"
import { toFeeRatePart } from "./feeRatePart.ts"
import { getVirtualSize, scriptKinds, toScriptKind } from "./Script.ts"
import { type CoinSelection, selectAllCoins, selectCoins } from "./selectCoins.ts"
import { sumValues } from "./Utxo.ts"
import { getAddressUtxos } from "./utxos.ts"

/** Times the fee that a payment from confirmed UTXOs may cost of that from any. */
const maxCertaintyFactor = 2n

/** The rate targets a block within half an hour. */
const confirmationSeconds = 1_800

/**
 * Chooses the UTXOs, so that the signed fee is the shown one. If amount plus fee exceed the balance, the fee is that of
 * sending everything, and `most` is the shortfall to deduct from the amount.
 */
export const estimatePayment: ChainActions["estimate"] = Effect.fnUntraced(function* ({
  network,
  rpc,
  transfer,
}) {
  const { amount, from, to: recipient, token } = transfer
  const node = yield* rpc.pin
  const [purse, rate] = yield* Effect.all([getAddressUtxos(node, from), fetchFeeRate(node)], {
    concurrency: "unbounded",
  })
  const [script, to] = [toScript(network, from), toScript(network, recipient)]
  const [kind, paid] = [script && toScriptKind(script), to && toScriptKind(to)]
  if (token !== null) return yield* failReverts("This network has no tokens.")
  if (to === null || paid === null) return yield* failReverts("The address belongs to another network.")
  const inputWeight = kind && scriptKinds[kind].inputWeight
  if (script === null || kind === null || inputWeight === null)
    return yield* failReverts("This address type cannot pay from here.")
  const have = sumValues(purse.spendable)
  if (amount > have && amount <= have + purse.kept)
    return yield* failTransfer({ _tag: "Kept", amount: purse.kept })
  if (amount > have) return yield* failTransfer({ _tag: "Insufficient", of: "token" })
  const { dust } = scriptKinds[paid]
  if (amount < dust) return yield* failReverts(formatDustError(dust))

  const own = { kind, script, inputWeight }
  const wanted = { coins: purse.spendable, rate, to, own }
  // A node that is one block behind accepts it too.
  const lockTime = Math.max(0, purse.height - 1)
  const sizeOf = ({ change, coins }: CoinSelection) =>
    getVirtualSize({ inputs: coins.length, inputWeight, outputs: change > 0n ? [to, script] : [to] })
  const asFee = (choice: CoinSelection, most: bigint): Fee => ({
    expected: choice.fee,
    most,
    transactionFields: encodeBuildPlan({ coins: choice.coins, fee: choice.fee, lockTime }),
    seconds: confirmationSeconds,
    parts: toFeeRatePart(choice.fee, sizeOf(choice)),
  })
  // A payment from unconfirmed change waits for its parents, and nodes refuse long chains of them.
  const certain = selectCoins({ ...wanted, coins: purse.confirmed, amount })
  const any = selectCoins({ ...wanted, amount })
  const isTooDear = certain !== null && any !== null && certain.fee > any.fee * maxCertaintyFactor
  const choice = certain === null || isTooDear ? any : certain
  if (choice !== null) return asFee(choice, choice.fee)
  const all = selectAllCoins(wanted)
  if (all === null || sumValues(all.coins) - all.fee < dust)
    return yield* failTransfer({ _tag: "Insufficient" })
  // UTXOs that cost more than their value stay unspent and cannot be paid out.
  return asFee(all, all.fee + have - sumValues(all.coins))
})

const failTransfer = (reason: TransferRejected["reason"]) => Effect.fail(new TransferRejected({ reason }))
const failReverts = (text: string) => failTransfer({ _tag: "Reverts", text })

export const formatDustError = (dust: bigint): string => `The minimum amount is ${dust} satoshis.`
