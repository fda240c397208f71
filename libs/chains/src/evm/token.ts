import type { Rpc } from "@wmodal/protocol"
import { Effect } from "effect"
import { encodeFunctionData, erc20Abi } from "viem"
import type { ChainActions } from "../contract/ChainActions.ts"
import { fetchNode, fetchNodeOrNull } from "../rpc/fetchNode.ts"
import { sanitizeLine } from "../text/printable.ts"
import { decodeTokenText, decodeUint, encodeBalanceOf } from "./contracts/contractAbi.ts"
import { toRevertReason } from "./revertReason.ts"

/** The maximum number of decimals: an amount of 2^256 has no more digits. */
const maxDecimals = 77n

export const fetchTokenBalance: ChainActions["tokenBalance"] = ({ address, rpc, token }) =>
  fetchNode(rpc, ["eth_call", { to: token, data: encodeBalanceOf(address) }, "latest"], decodeUint)

/** Encodes a call of one of the functions that describe a token, which have no arguments. */
const describe = (functionName: "decimals" | "name" | "symbol") =>
  encodeFunctionData({ abi: erc20Abi, functionName })

const fetchDecimals = (rpc: Rpc, token: string) =>
  Effect.catchIf(
    fetchNode(rpc, ["eth_call", { to: token, data: describe("decimals") }, "latest"], decodeUint),
    ({ reason }) => reason._tag === "Malformed" || toRevertReason(reason) !== null,
    () => Effect.succeed(null),
  )

/**
 * Fetches a token. A contract without decimals is not a token with amounts: another contract, a collectible, or no
 * contract. Only the contract's response counts: an overloaded node must not turn a token into a collectible.
 */
export const fetchToken: ChainActions["token"] = ({ rpc, token }) => {
  const ask = (functionName: "name" | "symbol") =>
    fetchNodeOrNull(rpc, ["eth_call", { to: token, data: describe(functionName) }, "latest"], decodeTokenText)
  return Effect.all([fetchDecimals(rpc, token), ask("symbol"), ask("name")], {
    concurrency: "unbounded",
  }).pipe(
    Effect.map(([decimals, symbol, name]) =>
      decimals === null || decimals > maxDecimals
        ? null
        : {
            decimals: Number(decimals),
            symbol: sanitizeLine(symbol ?? "", 32),
            name: sanitizeLine(name ?? "", 64),
          },
    ),
  )
}
