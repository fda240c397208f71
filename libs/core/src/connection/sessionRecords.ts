import type { Connector } from "@wmodal/chains"
import { type CaipAddress, type Namespace, toPlainAddress } from "@wmodal/protocol"
import {
  maxRecentWallets,
  type PersistedState,
  persistedRecords,
  type RememberedWallet,
  toStorableIcon,
} from "../storage/PersistedState.ts"
import type { WalletInfo } from "./Connection.ts"

/** The shown name and icon: over a relay they differ from the connector's. */
type WalletLabel = Pick<WalletInfo, "name" | "icon">

const toRememberedWallet = (id: string, { name, icon }: WalletLabel): RememberedWallet => ({
  id,
  name,
  icon: toStorableIcon(icon),
})

export const rememberSession = (
  memory: PersistedState,
  { id, namespace, type }: Connector,
  wallet: WalletLabel,
  account: CaipAddress,
): void => {
  const { [namespace]: left, ...others } = memory.read(persistedRecords.left) ?? {}
  if (left === id) memory.write(persistedRecords.left, Object.keys(others).length === 0 ? null : others)
  memory.write(persistedRecords.sessions, {
    ...memory.read(persistedRecords.sessions),
    [namespace]: {
      ...toRememberedWallet(id, wallet),
      // Only a wallet of this device can have an alike one.
      ...(type !== "WALLET_CONNECT" && type !== "AUTH" && { address: toPlainAddress(account) }),
    },
  })
}

/** Stores the account in use of a stored session that has one. */
export const rememberAccount = (memory: PersistedState, namespace: Namespace, account: CaipAddress): void => {
  const sessions = memory.read(persistedRecords.sessions)
  const session = sessions?.[namespace]
  if (session?.address !== undefined)
    memory.write(persistedRecords.sessions, {
      ...sessions,
      [namespace]: { ...session, address: toPlainAddress(account) },
    })
}

export const forgetSession = (memory: PersistedState, namespace: Namespace): void => {
  const { [namespace]: gone, ...others } = memory.read(persistedRecords.sessions) ?? {}
  if (gone !== undefined)
    memory.write(persistedRecords.sessions, Object.keys(others).length === 0 ? null : others)
}

/** Forgets the session that the user ends, and tells other tabs. */
export const leaveSession = (memory: PersistedState, namespace: Namespace, id: string): void => {
  forgetSession(memory, namespace)
  memory.write(persistedRecords.left, { ...memory.read(persistedRecords.left), [namespace]: id })
}

/** Returns true when the user has disconnected this wallet in another tab. */
export const wasLeft = (memory: PersistedState, namespace: Namespace, id: string): boolean =>
  memory.read(persistedRecords.left)?.[namespace] === id &&
  memory.read(persistedRecords.sessions)?.[namespace]?.id !== id

/** Stores a recent wallet by the id of its connector, or of the directory. */
export const rememberRecent = (
  memory: PersistedState,
  wallet: WalletLabel & { readonly id: string },
): void => {
  // A wallet may have a different id on each chain, but has one name.
  const others = (memory.read(persistedRecords.recentWallets) ?? []).filter(
    (other) => other.id !== wallet.id && other.name !== wallet.name,
  )
  memory.write(
    persistedRecords.recentWallets,
    [toRememberedWallet(wallet.id, wallet), ...others].slice(0, maxRecentWallets),
  )
}
