import type { CaipAddress } from "@wmodal/protocol"
import type { PaymentDeps } from "../send/payer.ts"
import type { EngineServices } from "../services/EngineServices.ts"
import type { Exchange } from "../services/makeExchange.ts"
import type { SwapTokenStore } from "./makeSwapTokenStore.ts"

/** The services of swaps. */
export interface SwapDeps extends PaymentDeps, Pick<EngineServices, "options"> {
  readonly exchange: Exchange | null
}

/** What the parts of one swap flow share. */
export interface SwapContext extends SwapDeps {
  readonly tokens: SwapTokenStore
  /** The wallets that rejected a batch despite their capabilities, by `toBatcher`: their claim is not checked again. */
  readonly batchless: Set<string>
}

export const toBatcher = (connectorId: string, account: CaipAddress): string => `${connectorId} ${account}`
