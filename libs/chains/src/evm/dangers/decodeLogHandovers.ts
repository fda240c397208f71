import { toEventSelector } from "viem"
import { decodeAddress } from "../contracts/contractAbi.ts"
import type { EventLog } from "../simulationRun.ts"
import type { Handover } from "./decodeCallHandovers.ts"

/**
 * Decodes from the events of a simulation that `owner` gives up a contract, also by an intermediate contract.
 * Source: ERC-173, OpenZeppelin's Ownable2Step.
 */
export const decodeLogHandovers = (logs: readonly EventLog[], owner: string): readonly Handover[] =>
  logs.flatMap(({ address, topics: [event, from, to] }) => {
    const next = decodeAddress(to)
    return (event === ownershipTransferredTopic || event === ownershipTransferStartedTopic) &&
      decodeAddress(from) === owner.toLowerCase() &&
      next !== null &&
      next !== owner.toLowerCase()
      ? [{ account: address, to: next }]
      : []
  })

const ownershipTransferredTopic = toEventSelector("OwnershipTransferred(address,address)")
const ownershipTransferStartedTopic = toEventSelector("OwnershipTransferStarted(address,address)")
