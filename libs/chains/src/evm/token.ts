import type { Rpc } from "@wmodal/protocol"
import { Effect } from "effect"
import type { ChainActions } from "../contract/ChainActions.ts"
import { fetchNode, fetchNodeOrNull } from "../rpc/fetchNode.ts"
import { sanitizeLine } from "../text/printable.ts"
import { decodeText, decodeWord, encodeCall, selectors } from "./abi.ts"
import { toRevertReason } from "./revertReason.ts"

/** The maximum number of decimals: an amount of 2^256 has no more digits. */
const maxDecimals = 77n

export const fetchTokenBalance: ChainActions["tokenBalance"] = ({ address, rpc, token }) =>
  fetchNode(
    rpc,
    ["eth_call", { to: token, data: encodeCall(selectors.balanceOf, address) }, "latest"],
    decodeWord,
  )

const fetchDecimals = (rpc: Rpc, token: string) =>
  Effect.catchIf(
    fetchNode(rpc, ["eth_call", { to: token, data: encodeCall(selectors.decimals) }, "latest"], decodeWord),
    ({ reason }) => reason._tag === "Malformed" || toRevertReason(reason) !== null,
    () => Effect.succeed(null),
  )

/**
 * Fetches a token. A contract without decimals is not a token with amounts: another contract, a collectible, or no
 * contract. Only the contract's response counts: an overloaded node must not turn a token into a collectible.
 */
export const fetchToken: ChainActions["token"] = ({ rpc, token }) => {
  const ask = <A>(selector: string, decode: (returned: unknown) => A | null) =>
    fetchNodeOrNull(rpc, ["eth_call", { to: token, data: encodeCall(selector) }, "latest"], decode)
  return Effect.all(
    [fetchDecimals(rpc, token), ask(selectors.symbol, decodeText), ask(selectors.name, decodeText)],
    {
      concurrency: "unbounded",
    },
  ).pipe(
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
