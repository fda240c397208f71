import { isValidAddress } from "@wmodal/protocol"

/** Groups of four of an address. The `0x` of one that has it is none of them. */
export const toAddressGroups = (address: string): readonly string[] =>
  address.replace(/^0x/i, "").match(/.{1,4}/g) ?? []

/** Whether it is an address of any chain. */
export const isAddress = (text: string): boolean =>
  /^0x[0-9a-f]{40}$/i.test(text) || isValidAddress("solana", text) || isValidAddress("bip122", text)

/** Text that people compare character by character: an address of any chain in groups of four, never shortened. */
export const formatAddressGroups = (text: string): string =>
  isAddress(text) ? [...(text.startsWith("0x") ? ["0x"] : []), ...toAddressGroups(text)].join(" ") : text
