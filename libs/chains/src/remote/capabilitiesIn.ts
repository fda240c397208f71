import { isSameAddress } from "@wmodal/protocol"
import { member } from "../wallet/thrown.ts"
import { readProperty } from "./readProperty.ts"

/**
 * What a wallet has said at once that an account can do, in the form of `wallet_getCapabilities`; `null` where it has said
 * nothing of that account. Source: the AppKit 1.7.2 wire, EIP-5792.
 */
export const capabilitiesIn = (properties: unknown, account: unknown): unknown => {
  const said = readProperty(properties, "capabilities")
  if (typeof said !== "object" || said === null || typeof account !== "string") return null
  const address = Object.keys(said).find((key) => isSameAddress(key, account))
  return (address === undefined ? null : member(said, address)) ?? null
}
