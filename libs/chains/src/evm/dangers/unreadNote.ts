import type { Rpc, RpcError } from "@wmodal/protocol"
import { Effect } from "effect"
import { encodeFunctionData, erc20Abi, parseAbi, zeroHash } from "viem"
import type { RequestNote } from "../../contract/Explanation.ts"
import type { SimulationResult } from "../../contract/Transfer.ts"
import type { WalletCall } from "../../contract/WalletCalls.ts"
import type { Asset } from "../../effects/Trade.ts"
import { isNextToNothing, isWorthLittle } from "../../effects/Worth.ts"
import { fetchNode } from "../../rpc/fetchNode.ts"
import {
  decodeAddress,
  decodeUint,
  encodeBalanceOf,
  toAddressWord,
  toHexAddress,
} from "../contracts/contractAbi.ts"
import { isHexAddress, isHexBytes } from "../Hex.ts"
import { toRevertReason } from "../revertReason.ts"
import type { EventLog } from "../simulationRun.ts"
import type { ApprovingAccount } from "./approvalWarnings.ts"
import { peggedTokens, wrappedCurrencies } from "./knownTokens.ts"
import { callNamesOthers, eventNamesOthers, listHashes, namesOnly } from "./namesOthers.ts"
import { permit2 } from "./TokenApproval.ts"

/** A request with calls that cannot be read, and what a node expects of it. */
export interface UnreadRequest {
  readonly account: ApprovingAccount
  readonly chainId: bigint
  /** All calls of the request. */
  readonly calls: readonly WalletCall[]
  /** Those that cannot be read. */
  readonly unread: readonly WalletCall[]
  /** The tokens that the account is known to have. */
  readonly tokens: readonly string[]
  readonly trial: SimulationResult
  readonly logs: readonly EventLog[]
  /** Transfers of the native currency by calls and in them; `null` if no node says. */
  readonly transfers: readonly EventLog[] | null
  /** US dollars of a whole unit of the native currency; `null` without a price. */
  readonly price: number | null
}

/**
 * Returns the note of a request that cannot be read, but is harmless: `null` if it takes an act. A contract may act
 * differently once it is sent, so what a node expects is not enough. A contract of an attacker can take what it is sent,
 * which therefore has to be little, whatever arrives in the simulation; all else it could take without this call. One
 * that the account has money or rights in must not be told of another party.
 */
export const fetchUnreadNote = (rpc: Rpc, asked: UnreadRequest): Effect.Effect<RequestNote | null> =>
  isHarmless(asked)
    ? Effect.map(
        Effect.orElseSucceed(mayActForAccount(rpc, asked), () => true),
        (may) => (may ? null : { _tag: "Unread", value: sumValues(asked.calls) }),
      )
    : Effect.succeed(null)

const sumValues = (calls: readonly WalletCall[]) => calls.reduce((sum, { value }) => sum + value, 0n)

/** Returns whether nothing leaves but what is stated, which is little, and no one else is named. */
const isHarmless = (asked: UnreadRequest): boolean => {
  const { account, calls, logs, price, tokens, transfers, trial, unread } = asked
  const { from, own } = account
  if (trial._tag !== "Simulated") return false
  const [currency] = trial.changes
  if (currency?.token !== null) return false
  const parties = [from, ...own]
  const hashes = unread.flatMap(({ data, to }) => (to === "" ? [] : listHashes(data)))
  return (
    isSmall(sumValues(unread), currency.before, price) &&
    isWatched(tokens, trial) &&
    leavesNothing(trial, sumValues(calls)) &&
    unread.every(({ data, to }) => to === "" || !(isOwn(to, account) || callNamesOthers(data, parties))) &&
    !logs.some((log) => eventNamesOthers(log, from, parties, hashes)) &&
    transfers?.every(({ topics }) => topics.includes(toAddressWord(from))) === true
  )
}

type Simulated = Extract<SimulationResult, { readonly _tag: "Simulated" }>

const native: Asset = { _tag: "Native" }

/** A call that cannot be read may be sent this part of what the account has. */
const shareOfAccount = 10n

const isSmall = (units: bigint, held: bigint, price: number | null): boolean => {
  const sent = { asset: native, units }
  const decimals = () => 18
  return (
    units === 0n ||
    (units * shareOfAccount <= held &&
      (isNextToNothing(sent, decimals) || isWorthLittle([sent], decimals, () => price)))
  )
}

/** A token that did not report its balance may have left. */
const isWatched = (tokens: readonly string[], { changes }: Simulated): boolean =>
  tokens.every((token) => changes.some((change) => change.token?.toLowerCase() === token.toLowerCase()))

const leavesNothing = ({ changes, moves = [] }: Simulated, sent: bigint): boolean =>
  changes.every(({ after, before, token }) => before - after <= (token === null ? sent : 0n)) &&
  moves.every(({ amount }) => amount > 0n)

const isOwn = (address: string, { from, own }: ApprovingAccount) =>
  [from, ...own].some((one) => one.toLowerCase() === address.toLowerCase())

/** Contracts of one request that are asked about; an honest batch has fewer that cannot be read. */
const maxCalled = 10

/**
 * Returns whether a called contract may do more with the account than its call: the account runs code that others may
 * call, or the contract has an allowance, keeps something for the account, or is controlled by it.
 */
const mayActForAccount = (rpc: Rpc, asked: UnreadRequest): Effect.Effect<boolean, RpcError> => {
  const { account, calls, trial, unread } = asked
  const parties = [account.from, ...account.own]
  const called = [...new Set(unread.flatMap(({ to }) => (to === "" ? [] : [to.toLowerCase()])))]
  if (called.length > maxCalled) return Effect.succeed(true)
  // Nothing of a contract that pays its owner is given up with it.
  const pays = calls.length === 1 && trial._tag === "Simulated" && arrives(trial)
  return Effect.map(
    Effect.all(
      [
        fetchHasCode(rpc, account.from),
        ...called.flatMap((to) => [
          fetchHasAllowance(rpc, to, asked),
          // What it keeps for the account may be offered, or staked, by numbers alone.
          ...(unread.some((call) => call.to.toLowerCase() === to && !namesOnly(call.data, parties))
            ? [asksTrue(rpc, to, encodeBalanceOf(account.from), isSome)]
            : []),
          ...(pays ? [] : [fetchIsControlled(rpc, to, account)]),
        ]),
      ],
      { concurrency: 8 },
    ),
    (found) => found.includes(true),
  )
}

const arrives = ({ changes, moves = [] }: Simulated) =>
  changes.some(({ after, before }) => after > before) || moves.length > 0

const fetchHasCode = (rpc: Rpc, address: string): Effect.Effect<boolean, RpcError> =>
  fetchNode(rpc, ["eth_getCode", address, "latest"], (code) => (isHexBytes(code) ? code !== "0x" : null))

const fetchHasAllowance = (
  rpc: Rpc,
  spender: string,
  { account, chainId, tokens }: UnreadRequest,
): Effect.Effect<boolean, RpcError> => {
  const known = [...peggedTokens, ...wrappedCurrencies].flatMap((key) => {
    const [chain, token = ""] = key.split(":")
    return chain === `${chainId}` ? [token] : []
  })
  const each = [...new Set([...known, ...tokens.filter(isHexAddress)].map((token) => token.toLowerCase()))]
  const [from, to] = [toHexAddress(account.from), toHexAddress(spender)] as const
  const allowance = encodeFunctionData({ abi: erc20Abi, functionName: "allowance", args: [from, to] })
  return anyOf(
    each.flatMap((token) => [
      asksTrue(rpc, token, allowance, isSome),
      asksTrue(
        rpc,
        permit2,
        encodeFunctionData({ abi: permit2Abi, args: [from, toHexAddress(token), to] }),
        isSome,
      ),
    ]),
  )
}

/** Many exchanges take tokens by it, and have no allowance of the token itself. */
const permit2Abi = parseAbi(["function allowance(address owner, address token, address spender)"])

const controlAbi = parseAbi([
  "function owner()",
  "function admin()",
  "function isOwner(address owner)",
  "function hasRole(bytes32 role, address account)",
])

/** Source: ERC-173, OpenZeppelin's AccessControl and proxies, Safe. */
const fetchIsControlled = (
  rpc: Rpc,
  contract: string,
  account: ApprovingAccount,
): Effect.Effect<boolean, RpcError> => {
  const from = toHexAddress(account.from)
  const isOwner = (answer: unknown) => isOwn(decodeAddress(answer) ?? "", account)
  const abi = controlAbi
  return anyOf([
    asksTrue(rpc, contract, encodeFunctionData({ abi, functionName: "owner" }), isOwner),
    asksTrue(rpc, contract, encodeFunctionData({ abi, functionName: "admin" }), isOwner),
    asksTrue(rpc, contract, encodeFunctionData({ abi, functionName: "isOwner", args: [from] }), isSome),
    asksTrue(
      rpc,
      contract,
      encodeFunctionData({ abi, functionName: "hasRole", args: [zeroHash, from] }),
      isSome,
    ),
  ])
}

/** A number that is not zero, or true. */
const isSome = (answer: unknown): boolean => (decodeUint(answer) ?? 0n) > 0n

const anyOf = (questions: readonly Effect.Effect<boolean, RpcError>[]): Effect.Effect<boolean, RpcError> =>
  Effect.map(Effect.all(questions, { concurrency: 8 }), (answers) => answers.includes(true))

/** Asks a contract. One that has no such function says no; a node that does not answer fails. */
const asksTrue = (
  rpc: Rpc,
  to: string,
  data: string,
  isTrue: (answer: unknown) => boolean,
): Effect.Effect<boolean, RpcError> =>
  Effect.catchIf(
    fetchNode(rpc, ["eth_call", { to, data }, "latest"], (answer) =>
      isHexBytes(answer) ? isTrue(answer) : null,
    ),
    ({ reason }) => toRevertReason(reason) !== null,
    () => Effect.succeed(false),
  )
