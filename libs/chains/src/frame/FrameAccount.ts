import type { ReplyOf } from "@wmodal/frame-rpc"
import {
  type CaipNetworkId,
  isCaipNetworkId,
  isSameAddress,
  isValidAddress,
  type Namespace,
  type Network,
} from "@wmodal/protocol"
import type { FrameAccountType } from "./EmbeddedWallet.ts"

/** The signed-in user's accounts on one chain. */
export interface FrameAccount {
  readonly network: CaipNetworkId
  /** The one in use. */
  readonly address: string
  /** All accounts on an EVM chain, including the one in use. */
  readonly accounts: readonly [KeyAccount, ...KeyAccount[]]
  readonly inUse: FrameAccountType
  /** `null` if the frame does not report it. */
  readonly deployed: boolean | null
}

interface KeyAccount {
  readonly address: string
  readonly type: FrameAccountType
}

/** Parses a network that a frame sent as a number or a CAIP-2 id; `null` if it is neither. */
export const parseFrameNetwork = (chainId: string | number): CaipNetworkId | null => {
  const text = `${chainId}`
  if (/^[1-9]\d{0,15}$/.test(text)) return `eip155:${text}`
  return isCaipNetworkId(text) ? text : null
}

/**
 * @param networks of the host app
 * @param wanted the account type to assume if the frame does not report it
 * @returns `null` if the frame sent an invalid network or address
 */
export const decodeFrameAccount = (
  { accounts, address, chainId, preferredAccountType, smartAccountDeployed }: ReplyOf<"GET_USER">,
  namespace: Namespace,
  networks: readonly Network[],
  wanted: FrameAccountType,
): FrameAccount | null => {
  const network = parseFrameNetwork(chainId)
  const isOnPage = networks.some(
    ({ caipNetworkId, chainNamespace }) => caipNetworkId === network && chainNamespace === namespace,
  )
  if (network === null || !isOnPage || !isValidAddress(namespace, address)) return null
  const deployed = smartAccountDeployed ?? null
  const [first, ...rest] = accounts ?? []
  if (first === undefined) {
    const inUse = parseAccountType(preferredAccountType) ?? wanted
    return { network, address, accounts: [{ address, type: inUse }], inUse, deployed }
  }
  const inUse = accounts?.find((account) => isSameAddress(account.address, address))
  const isOfChain = accounts?.every((account) => isValidAddress(namespace, account.address)) ?? false
  return inUse === undefined || !isOfChain
    ? null
    : { network, address, accounts: [first, ...rest], inUse: inUse.type, deployed }
}

export const parseAccountType = (text: string | undefined): FrameAccountType | null =>
  text === "eoa" || text === "smartAccount" ? text : null

/** Returns `true` if both have the same key, or the same account if no key is given. */
export const isSameUser = (one: FrameAccount, other: FrameAccount): boolean => {
  const [key, otherKey] = [findKeyAccount(one), findKeyAccount(other)]
  if (key !== undefined && otherKey !== undefined) return isSameAddress(key.address, otherKey.address)
  return one.accounts.some(({ address }) =>
    other.accounts.some((account) => isSameAddress(account.address, address)),
  )
}

const findKeyAccount = ({ accounts }: FrameAccount): KeyAccount | undefined =>
  accounts.find(({ type }) => type === "eoa")
