import { type Address, isAddress } from "@solana/kit"
import { RequestError } from "../../http/RequestError.ts"

/** @throws Failed when the text has the form of an address but does not decode to 32 bytes. */
export const parseAccountAddress = (text: string): Address => {
  if (!isAddress(text))
    throw new RequestError({ status: 400, field: "address", description: "Provided address is invalid" })
  return text
}
