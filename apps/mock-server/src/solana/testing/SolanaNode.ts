import type { Instruction, KeyPairSigner } from "@solana/kit"
import * as z from "zod/mini"
import type { Handler } from "../../Handler.ts"
import { signToText } from "./signToText.ts"

export const mainnet = "solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp"
export const devnet = "solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1"
export const testnet = "solana:4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z"

const Reply = z.object({
  jsonrpc: z.literal("2.0"),
  id: z.literal(1),
  result: z.optional(z.unknown()),
  error: z.optional(
    z.object({ code: z.int(), message: z.string().check(z.minLength(1)), data: z.optional(z.unknown()) }),
  ),
})

const Latest = z.object({ value: z.object({ blockhash: z.string() }) })

/** Makes a client of one network's node in one world of a handler. */
export const makeSolanaNode = (
  handler: Pick<Handler, "fetch">,
  { chainId = devnet, world = "p" }: { readonly chainId?: string; readonly world?: string } = {},
) => {
  const post = async (path: string, method: string, params: unknown) => {
    const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params })
    const response = await handler.fetch(new Request(`http://localhost${path}`, { method: "POST", body }))
    return Reply.parse(await response.json())
  }

  /** Returns the whole response. */
  const ask = (method: string, ...params: readonly unknown[]) =>
    post(`/w/${world}/rpc/${chainId}`, method, params)

  /** Returns the result. @throws Error when there is none. */
  const call = async (method: string, ...params: readonly unknown[]): Promise<unknown> => {
    const { result, error } = await ask(method, ...params)
    if (error !== undefined) throw new Error(`${error.code}: ${error.message}`)
    return result
  }

  /** Signs under the newest blockhash. @returns base64. */
  const sign = async (
    payer: KeyPairSigner,
    instructions: readonly Instruction[],
    version: 0 | "legacy" = 0,
  ) => {
    const { blockhash } = Latest.parse(await call("getLatestBlockhash")).value
    return signToText({ payer, blockhash, instructions, version })
  }

  return {
    ask,
    call,
    sign,
    /** Signs and sends instructions. @returns the signature. */
    send: async (payer: KeyPairSigner, instructions: readonly Instruction[], version: 0 | "legacy" = 0) =>
      z.parse(
        z.string(),
        await call("sendTransaction", await sign(payer, instructions, version), { encoding: "base64" }),
      ),
    /** Calls the control API. */
    control: (method: string, ...params: readonly unknown[]) =>
      post(`/control/worlds/${world}/rpc?chainId=${chainId}`, method, params),
    /** Moves the world's clock forward, in milliseconds. */
    advance: (milliseconds: number) =>
      handler.fetch(
        new Request(`http://localhost/control/worlds/${world}/clock`, {
          method: "POST",
          body: JSON.stringify({ advance: milliseconds }),
        }),
      ),
  }
}
