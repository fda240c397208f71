import type { Engine, WalletInfo } from "@wmodal/core"
import { type CaipAddress, type CaipNetworkId, SubscriptionRef, toPlainAddress } from "@wmodal/protocol"
import { Effect } from "effect"
import { notConnectedError } from "../failure/CliError.ts"
import { getActiveConnection } from "../session/openSession.ts"

/** The printed facts of a connection. */
export interface ConnectionFacts {
  readonly wallet: { readonly id: WalletInfo["connectorId"]; readonly name: string }
  /** CAIP-10, on the selected network. */
  readonly account: CaipAddress
  /** The address as the wallet returns it, with a checksum where its chain defines one. */
  readonly address: string
  /** The selected network. */
  readonly network: CaipNetworkId
  readonly networkName: string
  readonly accounts: readonly CaipAddress[]
}

export const getConnectionFacts = Effect.fnUntraced(function* (engine: Engine) {
  const connected = getActiveConnection(engine)
  if (connected === null) return yield* notConnectedError()
  const network = SubscriptionRef.getUnsafe(engine.networks.selected)
  const facts: ConnectionFacts = {
    wallet: { id: connected.wallet.connectorId, name: connected.wallet.name },
    account: connected.account,
    address: toPlainAddress(connected.account),
    network: network.caipNetworkId,
    networkName: network.name,
    accounts: connected.accounts,
  }
  return facts
})
