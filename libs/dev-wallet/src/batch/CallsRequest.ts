import { decodeChainId } from "@wmodal/chains/internal"
import { Effect } from "effect"
import * as z from "zod/mini"
import type { DevNetwork } from "../DevNetwork.ts"
import { invalidParamsError, ProviderError } from "../ProviderError.ts"
import { address, bytes, quantity } from "../transaction.ts"
import type { WalletAccess } from "../WalletAccess.ts"
import { maxBatchIdLength } from "./BatchRecord.ts"

const maxCalls = 50

const capabilities = z.optional(z.record(z.string(), z.looseObject({ optional: z.optional(z.boolean()) })))

const call = z.object({
  to: address,
  value: z._default(z.optional(quantity), 0n),
  data: z._default(z.optional(bytes), "0x"),
  capabilities,
})

/** The parameters of `wallet_sendCalls`. Source: EIP-5792, version 2.0.0. */
const shape = z.object({
  version: z.string(),
  id: z.optional(z.string().check(z.minLength(1), z.maxLength(maxBatchIdLength))),
  from: z.optional(address),
  chainId: z.custom<string>((value) => typeof value === "string" && decodeChainId(value) !== null),
  atomicRequired: z.boolean(),
  calls: z.array(call).check(z.minLength(1)),
  capabilities,
})

export type CallsRequest = z.output<typeof shape>

/** Decodes the request and rejects everything that needs no node, with EIP-5792's own error codes. */
export const decodeCallsRequest = (
  wallet: Pick<WalletAccess, "networks">,
  value: unknown,
): Effect.Effect<{ readonly request: CallsRequest; readonly network: DevNetwork }, ProviderError> =>
  Effect.suspend(() => {
    const parsed = shape.safeParse(value)
    if (!parsed.success)
      return invalidParamsError("[{ version, from, chainId, atomicRequired, calls: [{ to, value, data }] }]")
    const request = parsed.data
    if (request.version !== "2.0.0")
      return new ProviderError({
        code: -32000,
        message: "Only version 2.0.0 of wallet_sendCalls is supported.",
      })
    const unsupported = [request, ...request.calls].flatMap((part) =>
      listRequiredCapabilities(part.capabilities),
    )[0]
    if (unsupported !== undefined)
      return new ProviderError({ code: 5700, message: `The capability "${unsupported}" is not supported.` })
    const network = wallet.networks().find(({ chainId }) => chainId === decodeChainId(request.chainId))
    if (network === undefined)
      return new ProviderError({ code: 5710, message: "The wallet does not support this network." })
    if (request.calls.length > maxCalls)
      return new ProviderError({ code: 5740, message: `More than ${maxCalls} calls at once.` })
    return Effect.succeed({ request, network })
  })

/** Returns the capabilities that the dApp requires. None is supported. */
const listRequiredCapabilities = (asked: CallsRequest["capabilities"]): readonly string[] =>
  Object.entries(asked ?? {}).flatMap(([name, { optional }]) => (optional === true ? [] : name.slice(0, 64)))
