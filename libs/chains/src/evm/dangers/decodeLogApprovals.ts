import type { Rpc } from "@wmodal/protocol"
import { Effect } from "effect"
import { encodeFunctionData, erc20Abi, toEventSelector } from "viem"
import { fetchNode } from "../../rpc/fetchNode.ts"
import { decodeAddress, decodeUint, toHexAddress } from "../contracts/contractAbi.ts"
import type { EventLog } from "../simulationRun.ts"
import { type TokenApproval, toApprovalKey, toEnd } from "./TokenApproval.ts"

/** The maximum number of approval events; an honest request has fewer. */
const maxLogs = 50

/**
 * Decodes the approvals of `owner` from the events of a simulation. These include approvals that calldata does not
 * show: by an intermediate contract or by the code of the account itself. Allowances that the spender had before are
 * ignored: some tokens emit the remaining allowance on each transfer.
 * Source: ERC-20, ERC-721, ERC-1155, Permit2.
 * @param told approvals already known from calldata: they are not fetched again
 * @returns a list with a `null` if the events have more content than is decoded
 */
export const decodeLogApprovals = (
  rpc: Rpc,
  logs: readonly EventLog[],
  owner: string,
  told: readonly (TokenApproval | null)[],
): Effect.Effect<readonly (TokenApproval | null)[]> => {
  const known = new Set(told.map((approval) => (approval === null ? "" : toApprovalKey(approval))))
  const found = logs
    .flatMap((log) => decodeApprovalLog(log, owner.toLowerCase()) ?? [])
    .filter((approval) => (approval.isItem || approval.amount !== 0n) && !known.has(toApprovalKey(approval)))
  return Effect.map(
    Effect.forEach(found.slice(0, maxLogs), (approval) => isNewApproval(rpc, approval, owner), {
      concurrency: 8,
    }),
    (news) => [...found.filter((_, at) => news[at]), ...(found.length > maxLogs ? [null] : [])],
  )
}

const decodeApprovalLog = ({ address, data, topics }: EventLog, owner: string): TokenApproval | null => {
  const [event, first, ...others] = topics
  if (decodeAddress(first) !== owner) return null
  const [second, third, fourth] = [decodeAddress(others[0]), decodeAddress(others[1]), others[2]]
  if (event === approvalTopic && second !== null && others.length === 1)
    return { token: address, spender: second, amount: decodeUint(data) ?? "all" }
  // A collectible has its id in place of the amount, as another topic.
  if (event === approvalTopic && second !== null && others.length === 2)
    return { token: address, spender: second, amount: decodeUint(others[1]) ?? "all", isItem: true }
  if (event === approvalForAllTopic && second !== null && decodeUint(data) !== 0n)
    return { token: address, spender: second, amount: "all" }
  if (
    (event === permit2ApprovalTopic || event === permit2PermitTopic) &&
    second !== null &&
    third !== null &&
    fourth === undefined
  )
    return {
      token: second,
      spender: third,
      amount: decodeUint(data) ?? "all",
      ...toEnd(address, decodeUint(`0x${data.slice(66, 130)}`)),
    }
  return null
}

const approvalTopic = toEventSelector("Approval(address,address,uint256)")
const approvalForAllTopic = toEventSelector("ApprovalForAll(address,address,bool)")
const permit2ApprovalTopic = toEventSelector("Approval(address,address,address,uint160,uint48)")
const permit2PermitTopic = toEventSelector("Permit(address,address,address,uint160,uint48,uint48)")

const isNewApproval = (
  rpc: Rpc,
  { amount, isItem = false, spender, token }: TokenApproval,
  owner: string,
): Effect.Effect<boolean> => {
  if (amount === "all" || isItem) return Effect.succeed(true)
  const data = encodeFunctionData({
    abi: erc20Abi,
    functionName: "allowance",
    args: [toHexAddress(owner), toHexAddress(spender)],
  })
  return fetchNode(rpc, ["eth_call", { to: token, data }, "latest"], decodeUint).pipe(
    Effect.map((before) => amount > before),
    // An approval counts as new if the previous allowance is unknown.
    Effect.catch(() => Effect.succeed(true)),
  )
}
