import { decodeBase64 } from "@wmodal/chains/internal"
import { Effect } from "effect"
import * as z from "zod/mini"
import { invalidParamsError, type ProviderError } from "../ProviderError.ts"
import type { StandardNetwork } from "./StandardRequest.ts"
import type { WalletChain } from "./WalletChain.ts"

/** Bytes that crossed in base64. At most 400 kB, more than any transaction. */
export const wireBytes = z.pipe(
  z.string().check(z.maxLength(550_000)),
  z.transform((text, context) => {
    const bytes = decodeBase64(text)
    if (bytes === null) context.issues.push({ code: "custom", input: text, message: "no base64" })
    return bytes ?? new Uint8Array()
  }),
)

/** A message to sign, and by which address. */
export const messageInput = z.object({ address: z.string(), message: wireBytes })

/** What one call of a feature takes at most: a person reads all of it in one question. */
const maxInputs = 64

/** The inputs of a feature, which may have any number but none. */
export const decodeInputs = <A>(
  shape: z.ZodMiniType<A>,
  value: unknown,
  what: string,
): Effect.Effect<readonly [A, ...A[]], ProviderError> => {
  const parsed = z.array(shape).check(z.maxLength(maxInputs)).safeParse(value)
  const [first, ...others] = parsed.success ? parsed.data : []
  return first === undefined ? Effect.fail(invalidParamsError(what)) : Effect.succeed([first, ...others])
}

/** The network of that name; the first one where the page names none. */
export const findNetwork = (
  { networks }: Pick<WalletChain, "networks">,
  chain: string | null | undefined,
): Effect.Effect<StandardNetwork, ProviderError> => {
  const network = chain == null ? networks[0] : networks.find((one) => one.chain === chain)
  return network === undefined
    ? Effect.fail(invalidParamsError("a chain that this wallet is on"))
    : Effect.succeed(network)
}
