import { DappError } from "@wmodal/chains/internal"
import { ProviderError } from "@wmodal/dev-wallet"
import { Effect } from "effect"
import type * as z from "zod/mini"

/** The response to a dApp. */
export type WalletResponse = Effect.Effect<unknown, ProviderError>

/** Source: JSON-RPC 2.0. @param what describes the expected params */
export const invalidParamsError = (what: string) =>
  new ProviderError({ code: -32602, message: `Invalid params: ${what}` })

/** Source: EIP-1193. */
export const unsupportedMethodError = (method: string) =>
  new ProviderError({ code: 4200, message: `The method "${method.slice(0, 80)}" is not supported.` })

export const decodeParams = <Shape extends z.ZodMiniType>(
  shape: Shape,
  params: unknown,
  what: string,
): Effect.Effect<z.output<Shape>, ProviderError> => {
  const parsed = shape.safeParse(params)
  return parsed.success ? Effect.succeed(parsed.data) : Effect.fail(invalidParamsError(what))
}

/** Reads params by a decoder that all wallets share. It throws an error that names the member at fault. */
export const readParams = <A>(read: () => A): Effect.Effect<A, ProviderError> =>
  Effect.try({
    try: read,
    catch: (thrown) =>
      thrown instanceof DappError
        ? new ProviderError({ code: thrown.code, message: thrown.message })
        : invalidParamsError("they cannot be read"),
  })
