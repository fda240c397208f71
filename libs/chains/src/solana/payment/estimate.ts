import { formatAmount, type Rpc, type RpcError } from "@wmodal/protocol"
import { Effect } from "effect"
import type { Actions, TransferRefused } from "../../contract/Actions.ts"
import type { Fee, Transfer } from "../../contract/Transfer.ts"
import { readNode } from "../../rpc/readNode.ts"
import { type Account, confirmed, readAccounts, whole } from "../account/Account.ts"
import { readHoldings, sourcesIn, totalOf } from "../account/holdings.ts"
import { mintIn, transferFeeIn } from "../account/Mint.ts"
import { tokenAccountIn } from "../account/TokenAccount.ts"
import { refused, refusedBy } from "../failure.ts"
import { associatedAccount } from "../program/derivedAddress.ts"
import { isTokenProgram, programs } from "../program/programs.ts"
import { run } from "../run.ts"
import { encodeMessage } from "../wire/Message.ts"
import { unsigned } from "../wire/Transaction.ts"
import { readBlockhash, readEpoch } from "./blockhash.ts"
import { paymentMessage } from "./build.ts"
import { priorityFee, readUnitPrice } from "./networkFee.ts"
import { type Terms, type TokenTerms, termsTo } from "./Terms.ts"

/** Seconds until a block takes in what is paid for: there are more than two of them each second. */
const seconds = 1

/** Of a payment's first signature, the only one. */
const baseFee = 5_000n

/**
 * The network's fee is known to the last lamport before anything is sent: what is expected is also the most. Rent that
 * the sender pays for an account of the recipient's is a part of both: it is gone as the fee is. Source: Solana, fees.
 */
export const estimate: Actions["estimate"] = Effect.fnUntraced(function* ({ network, rpc, transfer }) {
  // One node for all, so that what one answer says the next one knows.
  const node = yield* rpc.pin
  return transfer.token === null
    ? yield* estimateNative(node, transfer, network.nativeCurrency.symbol)
    : yield* estimateToken(node, { ...transfer, token: transfer.token })
})

const none: TokenTerms = { program: programs.token, decimals: 0, sources: [], isMade: false, fee: null }

const estimateNative = Effect.fnUntraced(function* (
  node: Rpc,
  transfer: Transfer,
  symbol: string,
): Effect.fn.Return<Fee, RpcError | TransferRefused> {
  const { amount, from, to } = transfer
  const [blockhash, unitPrice, [sender, recipient], least] = yield* Effect.all(
    [
      readBlockhash(node),
      readUnitPrice(node, [from, to]),
      readAccounts(node, [from, to]),
      readNode(node, ["getMinimumBalanceForRentExemption", 0, confirmed], lamportsFrom),
    ],
    { concurrency: "unbounded" },
  )
  const held = sender?.lamports ?? 0n
  if (amount > held) return yield* refused({ _tag: "Insufficient" })
  const unfit = whyNoPayee(recipient ?? null)
  if (unfit !== null) return yield* refused({ _tag: "Reverts", text: unfit })
  const sol = (lamports: bigint) => `${formatAmount(lamports, 9)} ${symbol}`
  if ((recipient?.lamports ?? 0n) + amount < least && from !== to)
    return yield* refused({
      _tag: "Reverts",
      text: `An account has to hold at least ${sol(least)}, and the recipient's would not`,
    })

  const terms = { blockhash: blockhash.blockhash, unitLimit: 1_400_000, unitPrice: 0n, token: none }
  // Nobody knows yet what the fee leaves of it: where that may be too little to stay, all of it is tried.
  const tried = held - amount - baseFee < least ? held - baseFee : amount
  const units =
    tried < 0n ? nativeUnits : (yield* runs(node, { ...transfer, amount: tried }, terms, [])).units
  const fee = feeOf({ ...terms, unitLimit: limitFor(units), unitPrice }, blockhash, 0n)
  const left = held - amount - fee.most
  if (left > 0n && left < least && from !== to)
    return yield* refused({
      _tag: "Reverts",
      text: `An account has to hold at least ${sol(least)} or nothing: ${sol(left)} would be left`,
    })
  return fee
})

/** What such a payment computes: setting its limit, its price, and paying. */
const nativeUnits = 450

const estimateToken = Effect.fnUntraced(function* (
  node: Rpc,
  transfer: Transfer & { readonly token: string },
): Effect.fn.Return<Fee, RpcError | TransferRefused> {
  const { amount, from, to, token } = transfer
  const destinations = [programs.token, programs.token2022].map((program) =>
    associatedAccount({ owner: to, token, program }),
  )
  const [blockhash, { epoch }, [minted, recipient, ...made]] = yield* Effect.all(
    [readBlockhash(node), readEpoch(node, "confirmed"), readAccounts(node, [token, to, ...destinations])],
    { concurrency: "unbounded" },
  )
  const mint = mintIn(minted ?? null)
  if (mint === null) return yield* refused({ _tag: "Reverts", text: "No token stands at this address" })
  const unfit = whyNoPayee(recipient ?? null)
  if (unfit !== null) return yield* refused({ _tag: "Reverts", text: unfit })
  if (mint.isMultiplied)
    return yield* refused({
      _tag: "Reverts",
      text: "The token multiplies its amounts, so that another one would be sent than the one that is written",
    })
  const at = mint.program === programs.token ? 0 : 1
  const destination = destinations[at] ?? ""
  const [holdings, unitPrice] = yield* Effect.all(
    [readHoldings(node, { owner: from, token }), readUnitPrice(node, [destination])],
    { concurrency: "unbounded" },
  )
  if (amount > totalOf(holdings)) return yield* refused({ _tag: "Insufficient" })
  const sources = sourcesIn(holdings)
  if (amount > totalOf(sources))
    return yield* refused({
      _tag: "Reverts",
      text: "It is frozen, or in more accounts than one payment can take from",
    })
  const taking = tokenAccountIn(made[at] ?? null)
  // Who was talked into giving it away still has an address that everybody pays.
  if (taking !== null && taking.owner !== to)
    return yield* refused({
      _tag: "Reverts",
      text: "The recipient's account of this token belongs to somebody else",
    })
  if (taking?.needsMemo === true)
    return yield* refused({ _tag: "Reverts", text: "The recipient takes only payments with a memo" })

  const terms: Terms = {
    blockhash: blockhash.blockhash,
    unitLimit: 1_400_000,
    unitPrice: 0n,
    token: {
      program: mint.program,
      decimals: mint.decimals,
      sources: sources.map(({ address, amount: held }) => ({ address, amount: held })),
      isMade: taking === null,
      fee: transferFeeIn(mint, epoch),
    },
  }
  const { accounts, units } = yield* runs(node, transfer, terms, [destination])
  const rent = taking === null ? (accounts[0]?.lamports ?? 0n) - (made[at]?.lamports ?? 0n) : 0n
  return feeOf({ ...terms, unitLimit: limitFor(units), unitPrice }, blockhash, rent)
})

/** Tries a payment out. Fails where the chain would refuse it. */
const runs = Effect.fnUntraced(function* (
  node: Rpc,
  transfer: Transfer,
  terms: Terms,
  watched: readonly string[],
) {
  const transaction = unsigned(encodeMessage(paymentMessage(transfer, terms)), 1)
  const tried = yield* run(node, { transaction, watched, how: "fresh" })
  return tried.error === null ? tried : yield* refusedBy(tried)
})

/** A fifth more than it took, and room for what wallets put beside it as a guard. */
const limitFor = (units: number) => Math.min(1_400_000, Math.ceil(units * 1.2) + 10_000)

const feeOf = (
  terms: Terms,
  { lastValidBlockHeight }: { readonly lastValidBlockHeight: number },
  rent: bigint,
): Fee => {
  const priority = priorityFee(terms.unitPrice, BigInt(terms.unitLimit))
  const total = baseFee + priority + rent
  return {
    expected: total,
    most: total,
    terms: { ...termsTo(terms), lastValidBlockHeight: `${lastValidBlockHeight}` },
    seconds,
    parts: [
      { _tag: "Priority", amount: priority },
      ...(rent > 0n ? [{ _tag: "Rent", amount: rent } as const] : []),
    ],
  }
}

/** Why nobody could get at what is paid to such an account; `null` where there is nothing against it. */
const whyNoPayee = (account: Account | null): string | null => {
  if (account === null) return null
  if (account.executable) return "The recipient is a program"
  return isTokenProgram(account.program) ? "The recipient is an account of a token, and nobody's own" : null
}

const lamportsFrom = (answer: unknown): bigint | null => {
  const decoded = whole.safeParse(answer)
  return decoded.success ? BigInt(decoded.data) : null
}
