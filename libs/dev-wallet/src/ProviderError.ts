import { Data } from "effect"

/** An EIP-1193 error, as a dApp receives it. Codes: EIP-1193, EIP-1474, EIP-3085, EIP-3326. */
export class ProviderError extends Data.TaggedError("ProviderError")<{
  readonly code: number
  readonly message: string
  readonly data?: unknown
}> {}

/** EIP-1193 error 4001. */
export const declinedError = () =>
  new ProviderError({ code: 4001, message: "The user rejected the request." })

/** EIP-1193 error 4100: the account or method is not authorized. */
export const unauthorizedError = (message: string) => new ProviderError({ code: 4100, message })

/** EIP-1193 error 4200. */
export const unsupportedMethodError = (method: string) =>
  new ProviderError({ code: 4200, message: `The method "${method}" is not supported.` })

/** EIP-3326 error 4902: the wallet does not have the network. */
export const unknownChainError = (chainId: string) =>
  new ProviderError({
    code: 4902,
    message: `Unknown network ${chainId}. Add it with wallet_addEthereumChain first.`,
  })

/** EIP-1474 error -32002. */
export const requestPendingError = () =>
  new ProviderError({ code: -32002, message: "A request of this kind is already pending." })

/** JSON-RPC error -32602. */
export const invalidParamsError = (what: string) =>
  new ProviderError({ code: -32602, message: `Invalid params: ${what}` })

/** JSON-RPC error -32603. */
export const internalError = (what: string) => new ProviderError({ code: -32603, message: what })
