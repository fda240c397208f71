import { findAddressNamespace, isEvmAddress } from "@wmodal/protocol"

/** Splits an address into groups of four characters. A leading `0x` is not part of a group. */
export const toAddressGroups = (address: string): readonly string[] =>
  address.replace(/^0x/i, "").match(/.{1,4}/g) ?? []

/** Returns true for a valid address of any chain. Hex digits without `0x` may be any data. */
export const isAddress = (text: string): boolean =>
  /^0x[0-9a-f]{40}$/i.test(text) || (!isEvmAddress(text) && findAddressNamespace(text) !== null)

/** Formats addresses of any chain in groups of four, unshortened: users compare them character by character. */
export const formatAddressGroups = (text: string): string =>
  isAddress(text) ? [...(text.startsWith("0x") ? ["0x"] : []), ...toAddressGroups(text)].join(" ") : text
