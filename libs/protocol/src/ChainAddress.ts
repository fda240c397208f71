import { isBitcoinAddress } from "./BitcoinAddress.ts"
import type { Namespace } from "./Caip.ts"
import { isEvmAddress } from "./EvmAddress.ts"
import { isPolkadotAddress } from "./PolkadotAddress.ts"
import { isSolanaAddress } from "./SolanaAddress.ts"

/** Validates an address of this namespace: by its checksum where the namespace has one, else by its form. */
export const isValidAddress = (namespace: Namespace, text: string): boolean => validators[namespace](text)

const validators: Readonly<Record<Namespace, (text: string) => boolean>> = {
  eip155: isEvmAddress,
  solana: isSolanaAddress,
  polkadot: isPolkadotAddress,
  bip122: isBitcoinAddress,
}
