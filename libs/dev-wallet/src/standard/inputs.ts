import { decodeBase64 } from "@wmodal/chains/internal"
import { Effect } from "effect"
import * as z from "zod/mini"
import { invalidParamsError, type ProviderError } from "../ProviderError.ts"
import type { StandardNetwork } from "./StandardRequest.ts"
import type { WalletChain } from "./WalletChain.ts"

/** Bytes in base64. At most 400 kB, more than any transaction. */
export const wireBytes = z.pipe(
  z.string().check(z.maxLength(550_000)),
  z.transform((text, context) => {
    const bytes = decodeBase64(text)
    if (bytes === null) context.issues.push({ code: "custom", input: text, message: "not base64" })
    return bytes ?? new Uint8Array()
  }),
)

/** A message to sign, and the signing address. */
export const messageInput = z.object({ address: z.string(), message: wireBytes })

/** The maximum number of inputs per call: the user reads all of them in one approval. */
const maxInputs = 64

/** Decodes the inputs of a feature: one or more. */
export const decodeInputs = <A>(
  shape: z.ZodMiniType<A>,
  value: unknown,
  what: string,
): Effect.Effect<readonly [A, ...A[]], ProviderError> => {
  const parsed = z.array(shape).check(z.maxLength(maxInputs)).safeParse(value)
  const [first, ...others] = parsed.success ? parsed.data : []
  return first === undefined ? Effect.fail(invalidParamsError(what)) : Effect.succeed([first, ...others])
}

/** Returns the network of that name, or the first one when the dApp names none. */
export const findNetwork = (
  { networks }: Pick<WalletChain, "networks">,
  chain: string | null | undefined,
): Effect.Effect<StandardNetwork, ProviderError> => {
  const network = chain == null ? networks[0] : networks.find((one) => one.chain === chain)
  return network === undefined
    ? Effect.fail(invalidParamsError("a chain that this wallet is on"))
    : Effect.succeed(network)
}
