import type { WalletInfo } from "@wmodal/core"
import type { CaipAddress, CaipNetworkId } from "@wmodal/protocol"
import { cookieName } from "./storageNames.ts"

/** The account of one namespace at the end of the last visit. */
export interface RememberedAccount {
  readonly caipAddress: CaipAddress
  readonly wallet: Pick<WalletInfo, "connectorId" | "name">
}

/** The connected accounts of the last visit. They contain no secret and nothing verified. */
export interface RememberedState {
  /** The network in use. */
  readonly network: CaipNetworkId
  /** At least one; that of the network's chain first. */
  readonly accounts: readonly RememberedAccount[]
}

const network = "(?:eip155|solana|bip122|polkadot):[-\\w]{1,32}"
/** An id or a name that a wallet chose for itself, percent-encoded. */
const label = "/[^/|;]{1,192}"
const pattern = new RegExp(`^1\\|(${network})((?:\\|${network}:\\w{1,90}${label}${label}){1,4})$`)

/**
 * Decodes `1|<CAIP-2>|<CAIP-10>/<connector id>/<wallet name>|…`, at most 2.2 kB. Returns `null` for any other text,
 * because one invalid part makes the whole untrustworthy.
 */
export const decodeRemembered = (text: string | null | undefined): RememberedState | null => {
  try {
    const [, network, accounts] = pattern.exec(text ?? "") ?? []
    // Rejects control characters and characters that change the direction of a text.
    return accounts && !/\p{C}/u.test(decodeURIComponent(accounts))
      ? {
          network: network as CaipNetworkId,
          accounts: accounts
            .slice(1)
            .split("|")
            .map((account): RememberedAccount => {
              const [caipAddress, connectorId = "", name = ""] = account.split("/").map(decodeURIComponent)
              return { caipAddress: caipAddress as CaipAddress, wallet: { connectorId, name } }
            }),
        }
      : null
  } catch {
    return null
  }
}

/** Reads the state from a `Cookie` header or from `document.cookie`. */
export const decodeCookies = (cookies: string | null | undefined): RememberedState | null =>
  decodeRemembered(new RegExp(`(?:^|; *)${cookieName}=([^;]*)`).exec(cookies ?? "")?.[1])
