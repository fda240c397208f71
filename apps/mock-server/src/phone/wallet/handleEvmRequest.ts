import { type DevWallet, ProviderError } from "@wmodal/dev-wallet"
import { Effect } from "effect"
import type { WalletResponse } from "./WalletResponse.ts"

/** Earlier names of what wallets do alike by now. */
const methodAliases: Readonly<Record<string, string>> = {
  eth_signTypedData: "eth_signTypedData_v4",
  eth_signTypedData_v3: "eth_signTypedData_v4",
}

/**
 * A request of the EVM, on the network that it names.
 * @param moved told when its owner has agreed to go to another network
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
    // The wallet takes a request for one of the network that it is on when it comes.
    if (!wallet.selectChain(Number(reference)))
      return yield* new ProviderError({
        code: 4902,
        message: `The wallet does not know network ${reference}.`,
      })
    const answer = yield* wallet.handle(origin, methodAliases[method] ?? method, params)
    const { chainId } = wallet.snapshot()
    const moves = method === "wallet_switchEthereumChain" || method === "wallet_addEthereumChain"
    if (moves && chainId !== Number(reference)) yield* moved(chainId)
    return answer
  })
