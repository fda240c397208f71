import type { Connector, WalletSession } from "@wmodal/chains"
import {
  type CaipAddress,
  type Namespace,
  namespaces,
  parseNamedImage,
  toPlainAddress,
} from "@wmodal/protocol"
import type { Options } from "../options/Options.ts"
import type { WalletInfo } from "./Connection.ts"

/**
 * Returns the wallet's name and icon; over a relay they come from the session, and the icon from a named host only.
 */
export const toWalletInfo = (
  { id, name, icon }: Connector,
  { imageHosts }: Pick<Options, "imageHosts">,
  session?: WalletSession,
): WalletInfo => ({
  connectorId: id,
  name,
  icon,
  ...(session?.wallet && { ...session.wallet, icon: parseNamedImage(session.wallet.icon, imageHosts) }),
})

/** Returns the namespace of the session, which may differ from the requested one. */
export const getSessionNamespace = ({ accounts: [account] }: WalletSession, asked: Connector): Namespace =>
  namespaces.find((one) => account.startsWith(`${one}:`)) ?? asked.namespace

/** Returns the first address of the host's default type; `null` where it is in use. The embedded wallet picks its own. */
export const findDefaultAddress = (
  { namespace, type }: Pick<Connector, "namespace" | "type">,
  { accounts: [first, ...others], details }: WalletSession,
  types: Partial<Record<Namespace, string>>,
): string | null => {
  const isWanted = (account: CaipAddress) => details?.[toPlainAddress(account)]?.type === types[namespace]
  const found = type === "AUTH" || isWanted(first) ? undefined : others.find(isWanted)
  return found === undefined ? null : toPlainAddress(found)
}
