import type { Rpc } from "@wmodal/protocol"
import { Effect } from "effect"
import { readNode } from "../../rpc/readNode.ts"
import { addressIn, callData, selectors, wordIn } from "../abi.ts"
import type { Log } from "../runCalls.ts"
import { type Approval, keyOf } from "./Approval.ts"

/** More events of this kind than any honest request has. */
const most = 50

/**
 * What tokens say that `owner` let somebody take, while calls were tried out: also what no calldata shows, by a contract
 * in between or by the code of the account itself. What the spender could take before counts for nothing: some tokens
 * say what is left of an allowance each time that something is taken.
 * Source: ERC-20, ERC-721, ERC-1155, Permit2.
 * @param told what calldata says already: it is not asked about again
 * @returns with a `null` where there is more in it than is read
 */
export const approvalsInLogs = (
  rpc: Rpc,
  logs: readonly Log[],
  owner: string,
  told: readonly (Approval | null)[],
): Effect.Effect<readonly (Approval | null)[]> => {
  const known = told.map((approval) => (approval === null ? "" : keyOf(approval)))
  const found = logs
    .flatMap((log) => approvalIn(log, owner.toLowerCase()) ?? [])
    .filter((approval) => approval.amount !== 0n && !known.includes(keyOf(approval)))
  return Effect.map(
    Effect.forEach(found.slice(0, most), (approval) => isNew(rpc, approval, owner), { concurrency: 8 }),
    (news) => [...found.filter((_, at) => news[at]), ...(found.length > most ? [null] : [])],
  )
}

const approvalIn = ({ address, data, topics }: Log, owner: string): Approval | null => {
  const [event, first, ...others] = topics
  if (addressIn(first) !== owner) return null
  const [second, third, fourth] = [addressIn(others[0]), addressIn(others[1]), others[2]]
  // A collectible has its number in the place of an amount, and as another topic.
  if (event === approval && second !== null && others.length === 1)
    return { token: address, spender: second, amount: wordIn(data) ?? "all" }
  if (event === approvalForAll && second !== null && wordIn(data) !== 0n)
    return { token: address, spender: second, amount: "all" }
  if (
    (event === permit2Approval || event === permit2Permit) &&
    second !== null &&
    third !== null &&
    fourth === undefined
  )
    return { token: second, spender: third, amount: wordIn(data) ?? "all" }
  return null
}

/** `Approval(address,address,uint256)` */
const approval = "0x8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925"
/** `ApprovalForAll(address,address,bool)` */
const approvalForAll = "0x17307eab39ab6107e8899845ad3d59bd9653f200f220920489ca2b5937696c31"
/** `Approval(address,address,address,uint160,uint48)` */
const permit2Approval = "0xda9fa7c1b00402c17d0161b249b1ab8bbec047c5a52207b9c112deffd817036b"
/** `Permit(address,address,address,uint160,uint48,uint48)` */
const permit2Permit = "0xc6a377bfc4eb120024a8ac08eef205be16b817020812c73223e81d1bdb9708ec"

const isNew = (rpc: Rpc, { amount, spender, token }: Approval, owner: string): Effect.Effect<boolean> => {
  if (amount === "all") return Effect.succeed(true)
  const data = callData(selectors.allowance, owner, spender)
  return readNode(rpc, ["eth_call", { to: token, data }, "latest"], wordIn).pipe(
    Effect.map((before) => amount > before),
    // What nobody can tell from before is news.
    Effect.catch(() => Effect.succeed(true)),
  )
}
