import type { AccountState } from "@wmodal/core"
import { type CaipAddress, getAvatarColors, type Namespace, truncate } from "@wmodal/protocol"
import type { WModalAccount, WModalSharedAccount } from "../page/WModal.ts"
import type { ConnectedState } from "./connectionStates.ts"
import { parseAccount } from "./parseAccount.ts"

/** A name in a button. Source: the AppKit 1.7.2 wire. */
const buttonNameTruncation = { leading: 18, trailing: 0 }

/** Converts an account. Its name and balance are known only while it is in use. */
export const toWModalAccount = (caipAddress: CaipAddress, inUse: AccountState | null): WModalAccount => {
  const { network, address } = parseAccount(caipAddress)
  const known = inUse?.caipAddress === caipAddress ? inUse : null
  return {
    caipAddress,
    address,
    network,
    label: known?.profileName ? truncate(known.profileName, buttonNameTruncation) : truncate(address),
    colors: getAvatarColors(address),
    balance: known?.balance._tag === "Loaded" ? known.balance : null,
  }
}

/** Converts all accounts that the wallet shares on a namespace. */
export const toSharedAccounts = (
  namespace: Namespace,
  { accounts, details }: ConnectedState,
): readonly WModalSharedAccount[] =>
  accounts.map((caipAddress) => {
    const { address } = parseAccount(caipAddress)
    const { type = null, publicKey = null, path = null } = details?.[address] ?? {}
    return { caipAddress, namespace, address, type, publicKey, path }
  })
