import type { Namespace } from "@wmodal/protocol"

/** What stands for a network's own currency where others want a contract's address; `null` where nothing does. */
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
