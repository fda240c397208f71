import { blake2b } from "@noble/hashes/blake2.js"
import { base58 } from "@scure/base"
import { type CaipNetworkId, isPolkadotAddress } from "@wmodal/protocol"

/** Returns a valid SS58 address itself, `null` for other texts. Its form on another network is another text. */
export const normalizeAddress = (text: string): string | null => (isPolkadotAddress(text) ? text : null)

/** The prefix of a network's addresses. Source: the SS58 registry, github.com/paritytech/ss58-registry. */
const prefixes: Readonly<Record<CaipNetworkId, number>> = {
  "polkadot:91b171bb158e2d3848fa23a9f1c25182": 0,
  "polkadot:b0a8d493285c2df73290dfb7e61f870f": 2,
  "polkadot:e143f23803ac50e8f6f8e62695d1ce9e": 42,
}

/** Returns the 32 bytes of an account; `null` if the text is not a valid SS58 address. */
export const decodeAccount = (address: string): Uint8Array | null =>
  isPolkadotAddress(address) ? base58.decode(address).slice(-34, -2) : null

/**
 * Returns the SS58 address of an account. Source: docs.polkadot.com, the SS58 address format.
 * @param account 32 bytes
 * @param prefix 0 to 16383
 */
export const encodeAddress = (account: Uint8Array, prefix: number): string => {
  const start =
    prefix < 64 ? [prefix] : [0x40 | ((prefix >> 2) & 0x3f), ((prefix >> 8) & 0x3f) | ((prefix & 3) << 6)]
  const payload = Uint8Array.from([...start, ...account])
  const checksum = blake2b(Uint8Array.from([...new TextEncoder().encode("SS58PRE"), ...payload])).slice(0, 2)
  return base58.encode(Uint8Array.from([...payload, ...checksum]))
}

/**
 * Returns an address in the network's own form: wallets share one account in the general form, or in that of any
 * network. On a network with an unknown prefix it stays as it is.
 */
export const formatAddress = (address: string, network: CaipNetworkId): string => {
  const [account, prefix] = [decodeAccount(address), prefixes[network]]
  return account === null || prefix === undefined ? address : encodeAddress(account, prefix)
}

/** Returns true if two addresses are of one account, whatever their networks. */
export const isSameAccount = (one: string, other: string): boolean => {
  const account = decodeAccount(one)
  return account !== null && account.join() === decodeAccount(other)?.join()
}
