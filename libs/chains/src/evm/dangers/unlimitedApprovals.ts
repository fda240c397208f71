import type { Rpc } from "@wmodal/protocol"
import { Effect } from "effect"
import type { Danger } from "../../contract/Explanation.ts"
import { readNodeOrNull } from "../../rpc/readNode.ts"
import { sanitizeLine } from "../../text/printable.ts"
import { callData, selectors, textIn, wordIn } from "../abi.ts"
import { isAddress } from "../Hex.ts"
import { type Approval, isUnlimited, keyOf } from "./Approval.ts"
import { partyText } from "./partyText.ts"

/** More approvals of different things than any honest request has. */
const most = 50

/**
 * Those of them that let somebody take all there is: by their amount, or because there is no more of the token. Where no
 * node tells how much there is, the amount alone counts.
 * @param approvals `null` stands for what was not read through
 */
export const unlimitedApprovals = (
  rpc: Rpc,
  approvals: readonly (Approval | null)[],
): Effect.Effect<readonly Danger[]> => {
  const known = approvals.filter((approval) => approval !== null)
  const each = [...new Map(known.map((approval) => [keyOf(approval), approval])).values()]
  return Effect.map(
    Effect.forEach(each.slice(0, most), (approval) => dangerOf(rpc, approval), { concurrency: 8 }),
    (dangers) => [
      ...dangers.filter((danger) => danger !== null),
      ...(each.length > most || known.length < approvals.length ? [{ _tag: "Blind" } as const] : []),
    ],
  )
}

const dangerOf = (rpc: Rpc, approval: Approval): Effect.Effect<Danger | null> => {
  const { amount, spender, token } = approval
  const ask = <A>(selector: string, decode: (returned: unknown) => A | null) =>
    isAddress(token)
      ? Effect.catch(
          readNodeOrNull(rpc, ["eth_call", { to: token, data: callData(selector) }, "latest"], decode),
          () => Effect.succeed(null),
        )
      : Effect.succeed(null)
  const told = Effect.map(
    ask(selectors.symbol, textIn),
    (symbol): Danger => ({
      _tag: "UnlimitedApproval",
      token: partyText(token),
      symbol: sanitizeLine(symbol ?? "", 32),
      spender: partyText(spender),
    }),
  )
  if (amount === "all" || isUnlimited(approval)) return told
  if (amount === 0n) return Effect.succeed(null)
  return Effect.flatMap(
    // What has no decimals is a collectible, and the amount its number.
    Effect.all([ask(selectors.totalSupply, wordIn), ask(selectors.decimals, wordIn)], {
      concurrency: "unbounded",
    }),
    ([supply, decimals]) =>
      supply !== null && supply > 0n && decimals !== null && amount >= supply ? told : Effect.succeed(null),
  )
}
