import {
  type Approval,
  type ApprovalRequest,
  type DevNetwork,
  type DevWallet,
  makeDevWallet,
  mockTokens,
  type Signer,
  testSigner,
} from "@wmodal/chains/dev"
import { RpcError } from "@wmodal/protocol"
import { Effect } from "effect"
import * as z from "zod/mini"

/** Where the chains are. The test harness writes it into the packed copy. */
export const Config = z.object({ blockchain: z.string(), projectId: z.string() })
export type Config = z.infer<typeof Config>

/** What it knows before any page adds one. Base is left out, so that a page has to add it. */
const networks: readonly [DevNetwork, ...DevNetwork[]] = [
  { chainId: 1, name: "Ethereum", rpcUrls: [] },
  { chainId: 137, name: "Polygon", rpcUrls: [], currency: { symbol: "POL", decimals: 18 } },
  { chainId: 11155111, name: "Sepolia", rpcUrls: [] },
]

const Answered = z.union([
  z.object({ result: z.unknown() }),
  z.object({ error: z.object({ code: z.number(), message: z.string(), data: z.optional(z.unknown()) }) }),
])

const makeRpc =
  ({ blockchain, projectId }: Config) =>
  (network: DevNetwork, method: string, params: readonly unknown[]): Effect.Effect<unknown, RpcError> => {
    const failed = (reason: RpcError["reason"]) =>
      new RpcError({ method, host: new URL(blockchain).host, reason })
    return Effect.gen(function* () {
      const query = new URLSearchParams({ chainId: `eip155:${network.chainId}`, projectId })
      const body = yield* Effect.tryPromise({
        try: async (): Promise<unknown> => {
          const response = await fetch(`${blockchain}/v1?${query}`, {
            method: "POST",
            headers: { "content-type": "application/json" },
            body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
          })
          return response.json()
        },
        catch: (cause) => failed({ _tag: "Unreachable", detail: String(cause) }),
      })
      const answered = Answered.safeParse(body)
      if (!answered.success) return yield* failed({ _tag: "Malformed", detail: answered.error.message })
      if ("result" in answered.data) return answered.data.result
      const { code, message, data } = answered.data.error
      return yield* failed({ _tag: "Answered", code, text: message, data })
    })
  }

const tokensAt = ({ blockchain }: Config) =>
  Object.fromEntries(
    networks.map(({ chainId, currency = { symbol: "ETH", decimals: 18 } }) => [
      chainId,
      mockTokens({
        blockchain,
        currency: { ...currency, name: currency.symbol },
        isTest: chainId === 11155111,
      }),
    ]),
  )

/** The first three accounts of the public test mnemonic. */
const signers: readonly [Signer, ...Signer[]] = [testSigner(0), testSigner(1), testSigner(2)]

export const makeWallet = (options: {
  readonly config: Config
  readonly approve: (request: ApprovalRequest) => Effect.Effect<Approval>
  readonly snapshot: unknown
  readonly smartAccount: boolean
}): DevWallet =>
  makeDevWallet({
    signers,
    networks,
    approve: options.approve,
    rpc: makeRpc(options.config),
    snapshot: options.snapshot,
    tokens: tokensAt(options.config),
    features: { smartAccount: options.smartAccount },
  })
