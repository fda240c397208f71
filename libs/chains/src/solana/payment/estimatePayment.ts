import { address, isOffCurveAddress } from "@solana/kit"
import { formatAmount, type Rpc, type RpcError } from "@wmodal/protocol"
import { Effect } from "effect"
import type { ChainActions, TransferRejected } from "../../contract/ChainActions.ts"
import type { Fee, Transfer } from "../../contract/Transfer.ts"
import { fetchNode } from "../../rpc/fetchNode.ts"
import { decodeBase64 } from "../../text/base64.ts"
import { decodeMint, getTransferFee, type Mint } from "../account/Mint.ts"
import {
  confirmedCommitment,
  fetchAccounts,
  integerSchema,
  type SolanaAccount,
} from "../account/SolanaAccount.ts"
import { decodeTokenAccount, type TokenAccount } from "../account/TokenAccount.ts"
import { fetchTokenAccounts, selectSources, sumAmounts } from "../account/tokenBalances.ts"
import { isPayerRentLacking, makeTransferRejected, toTransferRejected } from "../failure.ts"
import { associatedTokenAddress } from "../program/programAddress.ts"
import { isTokenProgram, programs } from "../program/programs.ts"
import { runSimulation } from "../runSimulation.ts"
import { maxTransactionBytes } from "../walletResponses.ts"
import { fetchBlockhash, fetchEpoch } from "./blockhash.ts"
import { encodePayment } from "./buildPayment.ts"
import { fetchUnitPrice, getPriorityFee } from "./networkFee.ts"
import { encodeTransferPlan, type TokenTransferPlan, type TransferPlan } from "./TransferPlan.ts"
import { fetchHookAccounts } from "./transferHook.ts"

/** Seconds until a block includes a paid transaction. There are more than two blocks per second. */
const confirmationSeconds = 1

/** Lamports for a payment's only signature. */
const baseFeeLamports = 5_000n

/**
 * Estimates a payment. The network fee is known exactly, so expected and maximum are equal. Both include the rent for a
 * recipient's account, because the sender does not get it back. Source: Solana, fees.
 */
export const estimatePayment: ChainActions["estimate"] = Effect.fnUntraced(function* ({
  network,
  rpc,
  transfer,
}) {
  // One node for all reads, so that later responses match earlier ones.
  const node = yield* rpc.pin
  return transfer.token === null
    ? yield* estimateNative(node, transfer, network.nativeCurrency.symbol)
    : yield* estimateToken(node, { ...transfer, token: transfer.token }, network.nativeCurrency.symbol)
})

const emptyTokenPlan: TokenTransferPlan = {
  program: programs.token,
  decimals: 0,
  sources: [],
  isMade: false,
  fee: null,
  hook: [],
}

const estimateNative = Effect.fnUntraced(function* (
  node: Rpc,
  transfer: Transfer,
  symbol: string,
): Effect.fn.Return<Fee, RpcError | TransferRejected> {
  const { amount, from, to } = transfer
  const [blockhash, unitPrice, [sender, recipient], least] = yield* Effect.all(
    [
      fetchBlockhash(node),
      fetchUnitPrice(node, [from, to]),
      fetchAccounts(node, [from, to]),
      fetchLeastLamports(node),
    ],
    { concurrency: "unbounded" },
  )
  const held = sender?.lamports ?? 0n
  if (amount > held) return yield* makeTransferRejected({ _tag: "Insufficient", of: "token" })
  const unfit = getRecipientProblem(recipient ?? null)
  if (unfit !== null) return yield* makeTransferRejected({ _tag: "Reverts", text: unfit })
  if ((recipient?.lamports ?? 0n) + amount < least && from !== to)
    return yield* makeTransferRejected({
      _tag: "Reverts",
      text: `The recipient's account must hold at least ${formatLamports(least, symbol)}`,
    })

  const terms = { blockhash: blockhash.blockhash, unitLimit: 1_400_000, unitPrice: 0n, token: emptyTokenPlan }
  // The fee is not known yet. If the rest may be below the rent minimum, the simulation sends everything.
  const tried = held - amount - baseFeeLamports < least ? held - baseFeeLamports : amount
  const units =
    tried < 0n
      ? nativePaymentUnits
      : (yield* simulatePayment(node, { ...transfer, amount: tried }, terms, [], toPayerRejected)).units
  const unitLimit = toUnitLimit(units ?? nativePaymentUnits)
  const fee = toFee({ ...terms, unitLimit, unitPrice }, blockhash, 0n)
  // The fee is paid first, and may not take from what the account needs: even if nothing is left in the end.
  const paying = held - fee.most
  if (held >= least && paying > 0n && paying < least)
    return yield* makeTransferRejected({ _tag: "Insufficient" })
  const left = held - (from === to ? 0n : amount) - fee.most
  yield* requireRest({ least, left, symbol })
  return fee
})

/** A payment is tried with an amount that leaves nothing or enough, so only its fee can be lacking. */
const toPayerRejected = (failed: Parameters<typeof toTransferRejected>[0]): TransferRejected =>
  isPayerRentLacking(failed.error)
    ? makeTransferRejected({ _tag: "Insufficient" })
    : toTransferRejected(failed)

interface Rest {
  /** Lamports of the sender afterwards. */
  readonly left: bigint
  /** Lamports that an account without data needs. */
  readonly least: bigint
  readonly symbol: string
}

/** Fails if the sender's account would have less than it needs, and more than nothing. Source: Solana, rent. */
const requireRest = ({ left, ...rest }: Rest): Effect.Effect<void, TransferRejected> =>
  left > 0n && left < rest.least
    ? Effect.fail(makeRestRejected(rest, `: ${formatLamports(left, rest.symbol)} would be left`))
    : Effect.void

const makeRestRejected = ({ least, symbol }: Omit<Rest, "left">, left = "") =>
  makeTransferRejected({
    _tag: "Reverts",
    text: `Your account must keep at least ${formatLamports(least, symbol)} or nothing${left}`,
  })

const formatLamports = (lamports: bigint, symbol: string): string => `${formatAmount(lamports, 9)} ${symbol}`

const fetchLeastLamports = (node: Rpc) =>
  fetchNode(node, ["getMinimumBalanceForRentExemption", 0, confirmedCommitment], decodeLamports)

/** The compute units of a payment in SOL: limit, price and transfer. */
const nativePaymentUnits = 450

/** The compute units of a token payment that no node has measured: the runtime's default for its two instructions. */
const unmeasuredTokenUnits = 400_000

const estimateToken = Effect.fnUntraced(function* (
  node: Rpc,
  transfer: Transfer & { readonly token: string },
  symbol: string,
): Effect.fn.Return<Fee, RpcError | TransferRejected> {
  const { amount, from, to, token } = transfer
  const destinations = [programs.token, programs.token2022].map((program) =>
    associatedTokenAddress({ owner: to, token, program }),
  )
  const [blockhash, { epoch }, least, [minted, recipient, sender, ...made]] = yield* Effect.all(
    [
      fetchBlockhash(node),
      fetchEpoch(node, "confirmed"),
      fetchLeastLamports(node),
      fetchAccounts(node, [token, to, from, ...destinations]),
    ],
    { concurrency: "unbounded" },
  )
  const mint = decodeMint(minted ?? null)
  if (mint === null)
    return yield* makeTransferRejected({ _tag: "Reverts", text: "There is no token at this address" })
  const unfit = getRecipientProblem(recipient ?? null)
  if (unfit !== null) return yield* makeTransferRejected({ _tag: "Reverts", text: unfit })
  const barred = getTokenProblem(mint)
  if (barred !== null) return yield* makeTransferRejected({ _tag: "Reverts", text: barred })
  const at = mint.program === programs.token ? 0 : 1
  const destination = destinations[at] ?? ""
  const [holdings, unitPrice] = yield* Effect.all(
    [fetchTokenAccounts(node, { owner: from, token }), fetchUnitPrice(node, [destination])],
    { concurrency: "unbounded" },
  )
  if (amount > sumAmounts(holdings)) return yield* makeTransferRejected({ _tag: "Insufficient", of: "token" })
  const sources = selectSources(holdings)
  if (amount > sumAmounts(sources))
    return yield* makeTransferRejected({
      _tag: "Reverts",
      text: "It is frozen or spread over too many accounts for one payment",
    })
  const taking = decodeTokenAccount(made[at] ?? null)
  // An account whose owner changed still has the address that others know.
  if (taking !== null && taking.owner !== to)
    return yield* makeTransferRejected({
      _tag: "Reverts",
      text: "The recipient's account of this token belongs to someone else",
    })
  const closed = getAccountProblem(taking, mint, transfer)
  if (closed !== null) return yield* makeTransferRejected({ _tag: "Reverts", text: closed })
  const source = sources.find(({ amount: held }) => held >= amount)
  if (mint.hook !== null && source === undefined)
    return yield* makeTransferRejected({
      _tag: "Reverts",
      text: "The token's issuer has a program called by each transfer, so it can be paid from one account only, and none holds enough",
    })
  const hook =
    mint.hook === null || source === undefined
      ? []
      : yield* fetchHookAccounts(node, {
          program: mint.hook,
          token: address(token),
          source: address(source.address),
          destination: address(destination),
          from: address(from),
          to: address(to),
          amount,
        })
  const debited = mint.hook === null || source === undefined ? sources : [source]

  const terms: TransferPlan = {
    blockhash: blockhash.blockhash,
    unitLimit: 1_400_000,
    unitPrice: 0n,
    token: {
      program: mint.program,
      decimals: mint.decimals,
      sources: debited.map(({ address: one, amount: held }) => ({ address: one, amount: held })),
      isMade: taking === null,
      fee: getTransferFee(mint, epoch),
      hook,
    },
  }
  if (getPaymentSize({ from, to, token, amount }, terms) > maxTransactionBytes)
    return yield* makeTransferRejected({
      _tag: "Reverts",
      text: "The token's issuer has a program called that needs more accounts than a transaction can name",
    })
  const { accounts, units } = yield* simulatePayment(node, transfer, terms, [destination], (failed) =>
    isPayerRentLacking(failed.error) ? makeRestRejected({ least, symbol }) : toTransferRejected(failed),
  )
  const rent = taking === null ? (accounts[0]?.lamports ?? 0n) - (made[at]?.lamports ?? 0n) : 0n
  const unitLimit = units === null ? unmeasuredTokenUnits : toUnitLimit(units)
  const fee = toFee({ ...terms, unitLimit, unitPrice }, blockhash, rent)
  yield* requireRest({ least, left: (sender?.lamports ?? 0n) - fee.most, symbol })
  // Who has tokens of this kind already uses the address, such as a vault without SOL.
  const isUsed = taking !== null && taking.amount > 0n
  return isUsed || isLikelyKey(to, recipient ?? null) ? fee : { ...fee, isRecipientKeyless: true }
})

/** Simulates a payment. Fails if the chain would reject it. */
const simulatePayment = Effect.fnUntraced(function* (
  node: Rpc,
  transfer: Transfer,
  terms: TransferPlan,
  watched: readonly string[],
  toRejected: typeof toTransferRejected = toTransferRejected,
) {
  const transaction = encodePayment(transfer, terms)
  if (getPaymentSize(transfer, terms) > maxTransactionBytes)
    return yield* makeTransferRejected({
      _tag: "Reverts",
      text: "Its memo and references do not fit into one transaction",
    })
  const tried = yield* runSimulation(node, { transaction, watched, how: "fresh" })
  return tried.error === null ? tried : yield* toRejected(tried)
})

/** Adds a fifth, and units for instructions that wallets add as guards. */
const toUnitLimit = (units: number) => Math.min(1_400_000, Math.ceil(units * 1.2) + 10_000)

const toFee = (
  terms: TransferPlan,
  { lastValidBlockHeight }: { readonly lastValidBlockHeight: number },
  rent: bigint,
): Fee => {
  const priority = getPriorityFee(terms.unitPrice, BigInt(terms.unitLimit))
  const total = baseFeeLamports + priority + rent
  return {
    expected: total,
    most: total,
    transactionFields: { ...encodeTransferPlan(terms), lastValidBlockHeight: `${lastValidBlockHeight}` },
    seconds: confirmationSeconds,
    parts: [
      { _tag: "Priority", amount: priority },
      ...(rent > 0n ? [{ _tag: "Rent", amount: rent } as const] : []),
    ],
  }
}

/** Returns the reason why a payment to this account would be lost; `null` without one. */
const getRecipientProblem = (account: SolanaAccount | null): string | null => {
  if (account === null) return null
  if (account.executable) return "The recipient is a program"
  return isTokenProgram(account.program) ? "The recipient is a token or token account, not a wallet" : null
}

/**
 * Returns `false` if perhaps no key can spend the tokens of an address: its account belongs to a program, or it has none
 * and is no key's, as that of a vault without SOL, but also of a token account that was closed.
 */
const isLikelyKey = (to: string, account: SolanaAccount | null): boolean =>
  account === null ? !isOffCurveAddress(address(to)) : account.program === programs.system

/** Returns the reason why no transfer of a token in this way can succeed; `null` without one. */
const getTokenProblem = ({ isBound, isMultiplied, isPaused }: Mint): string | null => {
  if (isBound) return "The token cannot be transferred: it stays in the account that it was issued to"
  if (isPaused) return "The token's issuer has paused all transfers"
  return isMultiplied ? "The token scales its amounts, so a different amount would be sent" : null
}

/** Returns the reason why the recipient's account cannot take a plain transfer; `null` without one. */
const getAccountProblem = (
  account: TokenAccount | null,
  { startsFrozen }: Mint,
  { memo }: Pick<Transfer, "memo">,
): string | null => {
  if (account === null)
    return startsFrozen
      ? "New accounts of this token are frozen, and the recipient has none yet: its issuer must open one first"
      : null
  if (account.isFrozen) return "The token's issuer has frozen the recipient's account"
  if (account.isConfidential) return "The recipient accepts confidential transfers of this token only"
  return account.needsMemo && memo === undefined ? "The recipient requires a memo" : null
}

/** Returns the bytes of a payment with its signature. */
const getPaymentSize = (transfer: Transfer, terms: TransferPlan): number =>
  decodeBase64(encodePayment(transfer, terms))?.length ?? 0

const decodeLamports = (answer: unknown): bigint | null => {
  const decoded = integerSchema.safeParse(answer)
  return decoded.success ? BigInt(decoded.data) : null
}
