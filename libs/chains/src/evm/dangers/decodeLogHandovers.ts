import { decodeAddressWord } from "../abi.ts"
import type { EventLog } from "../simulateCalls.ts"
import type { Handover } from "./decodeCallHandovers.ts"

/**
 * Decodes from the events of a simulation that `owner` gives up a contract, also by an intermediate contract.
 * Source: ERC-173, OpenZeppelin's Ownable2Step.
 */
export const decodeLogHandovers = (logs: readonly EventLog[], owner: string): readonly Handover[] =>
  logs.flatMap(({ address, topics: [event, from, to] }) => {
    const next = decodeAddressWord(to)
    return (event === ownershipTransferredTopic || event === ownershipTransferStartedTopic) &&
      decodeAddressWord(from) === owner.toLowerCase() &&
      next !== null &&
      next !== owner.toLowerCase()
      ? [{ account: address, to: next }]
      : []
  })

/** `OwnershipTransferred(address,address)` */
const ownershipTransferredTopic = "0x8be0079c531659141344cd1fd0a4f28419497f9722a3daafe3b4186f6b6457e0"
/** `OwnershipTransferStarted(address,address)` */
const ownershipTransferStartedTopic = "0x38d16b8cac22d99fc7c124b9cd0de2d3fa1faef420bfe791d8c362d765e22700"
