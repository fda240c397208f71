import type { Namespace } from "@wmodal/protocol"
import { bitcoinAccountSource } from "../bitcoin/bitcoinAccountSource.ts"
import { evmAccounts } from "../evm/account/evmAccounts.ts"
import { solanaAccountSource } from "../solana/account/solanaAccountSource.ts"
import type { AccountSource } from "./AccountSource.ts"

/** The namespaces whose accounts the blockchain API knows, each by its engine. */
export const accountSources: Readonly<Partial<Record<Namespace, AccountSource>>> = {
  eip155: evmAccounts,
  solana: solanaAccountSource,
  bip122: bitcoinAccountSource,
}
