import type { Namespace } from "@wmodal/protocol"

/** Returns the native currency's placeholder for a contract address in external APIs; `null` if there is none. */
export const getNativeAddress = (namespace: Namespace): string | null => {
  switch (namespace) {
    case "eip155":
      return "0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee"
    case "solana":
      return "So11111111111111111111111111111111111111111"
    case "polkadot":
    case "bip122":
      return null
  }
}
