import { type Address, isAddress } from "@solana/kit"
import { Failed } from "../../http/Failed.ts"

/** @throws Failed when it has the form of an address, but not its 32 bytes. */
export const accountAddress = (text: string): Address => {
  if (!isAddress(text))
    throw new Failed({ status: 400, field: "address", description: "Provided address is invalid" })
  return text
}
