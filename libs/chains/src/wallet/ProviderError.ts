/** An error that replaces the wallet's response to a dApp. Codes: EIP-1193, EIP-1474. */
export class ProviderError extends Error {
  override readonly name = "ProviderRpcError"
  readonly code: number
  constructor(code: number, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause })
    this.code = code
  }
}

export const invalidParamsError = (message: string) => new ProviderError(-32602, message)
