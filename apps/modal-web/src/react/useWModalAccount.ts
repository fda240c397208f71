import { frameId } from "@wmodal/chains/frame"
import type { SignedInUser, SocialProvider } from "@wmodal/core"
import type { CaipAddress, Namespace } from "@wmodal/protocol"
import type { WModalAccount, WModalConnection, WModalSharedAccount } from "../page/WModal.ts"
import { getConnection, useSelected } from "./WModalProvider.ts"

/** The user of the embedded wallet, in the well-known field names. */
export interface EmbeddedWalletInfo {
  /** As the provider reports them; `null` where it does not. */
  readonly user: { readonly email: string | null; readonly username: string | null }
  /** How the user signed in. */
  readonly authProvider: SocialProvider | "email"
  /** The type of the account in use. */
  readonly accountType: "eoa" | "smartAccount"
  /** True when the account's code is deployed; `null` while that is unknown. */
  readonly isSmartAccountDeployed: boolean | null
}

/** What `useWModalAccount` returns. */
export interface UseWModalAccountResult {
  /** Checksummed; `undefined` while disconnected. */
  readonly address: string | undefined
  /** CAIP-10. */
  readonly caipAddress: CaipAddress | undefined
  /** True while `status` is `connected`. */
  readonly isConnected: boolean
  /** Of the namespace, or of the chain in use. */
  readonly status: WModalConnection["status"]
  /** Everything that is known of it; `null` while disconnected. */
  readonly account: WModalAccount | null
  /** The accounts that the wallet shares, the one in use first. */
  readonly allAccounts: readonly WModalSharedAccount[]
  /** `null` when another wallet than the embedded one is connected. */
  readonly embeddedWalletInfo: EmbeddedWalletInfo | null
}

const none: readonly WModalSharedAccount[] = []

const getEmbeddedWalletInfo = (user: SignedInUser | null): EmbeddedWalletInfo | null =>
  user && {
    user: { email: user.email, username: user.username },
    authProvider: user.by,
    accountType: user.accountType,
    isSmartAccountDeployed: user.smartAccountDeployed,
  }

/**
 * Returns the account of one namespace, or of the chain in use. While the session of the last visit is restored,
 * `status` is `connecting`, and `address` that of the last visit.
 */
export const useWModalAccount = (namespace?: Namespace): UseWModalAccountResult => {
  const account = useSelected((state) => getConnection(state, namespace).account)
  const status = useSelected((state) => getConnection(state, namespace).status)
  const accounts = useSelected((state) => {
    const shown = namespace ?? state.network?.network.chainNamespace
    return shown && state.connections[shown]?.accounts
  })
  const user = useSelected((state) =>
    getConnection(state, namespace).wallet?.connectorId === frameId ? state.signedIn : null,
  )
  return {
    address: account?.address,
    caipAddress: account?.caipAddress,
    isConnected: status === "connected",
    status,
    account,
    allAccounts: accounts ?? none,
    embeddedWalletInfo: getEmbeddedWalletInfo(user),
  }
}

/** Returns what `useWModalAccount` returns. @deprecated wagmi has a hook of this name: use `useWModalAccount`. Goes with the next minor version. */
export const useAccount = (namespace?: Namespace): UseWModalAccountResult => useWModalAccount(namespace)
