import { embeddedNamespaces } from "@wmodal/chains"
import type { WalletRow } from "../connectors/Connectors.ts"
import type { ConnectMethod, Options } from "../options/Options.ts"

/**
 * Returns the methods that Connect offers, in display order: email, social, wallet; the wallet first when one is
 * installed. A host's order takes precedence, and omits the methods that it does not list. Pure.
 */
export const getConnectMethods = (
  {
    chains,
    connectMethodsOrder,
    endpoints,
    features,
    socials,
  }: Pick<Options, "chains" | "connectMethodsOrder" | "endpoints" | "features" | "socials">,
  rows: readonly Pick<WalletRow, "group" | "installed">[],
): readonly ConnectMethod[] => {
  const signsIn =
    endpoints.secureSite !== undefined &&
    chains.some(({ namespace }) => embeddedNamespaces.includes(namespace))
  const isOffered = {
    email: signsIn && features.email,
    social: signsIn && features.socials && socials.length > 0,
    wallet: true,
  }
  const own = rows.some(({ group, installed }) => installed && group !== "external")
  const order: readonly ConnectMethod[] = own ? ["wallet", "email", "social"] : ["email", "social", "wallet"]
  return (connectMethodsOrder ?? order).filter((method) => isOffered[method])
}
