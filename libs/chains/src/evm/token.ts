import type { Rpc } from "@wmodal/protocol"
import { Effect } from "effect"
import type { Actions } from "../contract/Actions.ts"
import { readNode, readNodeOrNull } from "../rpc/readNode.ts"
import { sanitizeLine } from "../text/printable.ts"
import { callData, selectors, textIn, wordIn } from "./abi.ts"
import { revertOf } from "./revert.ts"

/** More decimals than an amount of 2^256 has digits are a joke of the token's. */
const mostDecimals = 77n

export const tokenBalance: Actions["tokenBalance"] = ({ address, rpc, token }) =>
  readNode(rpc, ["eth_call", { to: token, data: callData(selectors.balanceOf, address) }, "latest"], wordIn)

const decimalsOf = (rpc: Rpc, token: string) =>
  Effect.catchIf(
    readNode(rpc, ["eth_call", { to: token, data: callData(selectors.decimals) }, "latest"], wordIn),
    ({ reason }) => reason._tag === "Malformed" || revertOf(reason) !== null,
    () => Effect.succeed(null),
  )

/**
 * What has no decimals is no token whose amounts can be told: another contract, a collectible, or nothing at all. Only the
 * contract can say so: a node that is too busy must not make a collectible of a token.
 */
export const token: Actions["token"] = ({ rpc, token }) => {
  const ask = <A>(selector: string, decode: (returned: unknown) => A | null) =>
    readNodeOrNull(rpc, ["eth_call", { to: token, data: callData(selector) }, "latest"], decode)
  return Effect.all([decimalsOf(rpc, token), ask(selectors.symbol, textIn), ask(selectors.name, textIn)], {
    concurrency: "unbounded",
  }).pipe(
    Effect.map(([decimals, symbol, name]) =>
      decimals === null || decimals > mostDecimals
        ? null
        : {
            decimals: Number(decimals),
            symbol: sanitizeLine(symbol ?? "", 32),
            name: sanitizeLine(name ?? "", 64),
          },
    ),
  )
}
