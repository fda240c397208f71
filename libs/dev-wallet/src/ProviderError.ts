import { Data } from "effect"

/** An EIP-1193 error, as a dApp receives it. Codes: EIP-1193, EIP-1474, EIP-3085, EIP-3326. */
export class ProviderError extends Data.TaggedError("ProviderError")<{
  readonly code: number
  readonly message: string
  readonly data?: unknown
}> {}

export const declinedError = () =>
  new ProviderError({ code: 4001, message: "The user rejected the request." })

export const unauthorizedError = (message: string) => new ProviderError({ code: 4100, message })

export const unsupportedMethodError = (method: string) =>
  new ProviderError({ code: 4200, message: `The method "${method}" is not supported.` })

export const unknownChainError = (chainId: string) =>
  new ProviderError({
    code: 4902,
    message: `Unknown network ${chainId}. Add it with wallet_addEthereumChain first.`,
  })

export const requestPendingError = () =>
  new ProviderError({ code: -32002, message: "A request of this kind is already pending." })

export const invalidParamsError = (what: string) =>
  new ProviderError({ code: -32602, message: `Invalid params: ${what}` })

export const internalError = (what: string) => new ProviderError({ code: -32603, message: what })
