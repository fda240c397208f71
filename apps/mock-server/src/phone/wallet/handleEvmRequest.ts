import { type DevWallet, ProviderError } from "@wmodal/dev-wallet"
import { Effect } from "effect"
import type { WalletResponse } from "./WalletResponse.ts"

/**
 * Handles an EVM request on the network that it names.
 * @param moved called when the owner has approved a switch to another network
 */
export const handleEvmRequest = (
  wallet: DevWallet,
  {
    method,
    origin,
    params,
    reference,
  }: {
    readonly origin: string
    readonly reference: string
    readonly method: string
    readonly params: readonly unknown[]
  },
  moved: (chainId: number) => Effect.Effect<void>,
): WalletResponse =>
  Effect.gen(function* () {
    // The wallet performs a request on its current network, so the network is set first.
    if (!wallet.selectChain(Number(reference)))
      return yield* new ProviderError({
        code: 4902,
        message: `The wallet does not support network ${reference}.`,
      })
    const answer = yield* wallet.handle(origin, method, params)
    const { chainId } = wallet.snapshot()
    const moves = method === "wallet_switchEthereumChain" || method === "wallet_addEthereumChain"
    if (moves && chainId !== Number(reference)) yield* moved(chainId)
    return answer
  })
