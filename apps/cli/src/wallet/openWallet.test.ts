import { expect, it } from "@effect/vitest"
import { makeTestSigner } from "@wmodal/dev-wallet"
import { Fetch, makeFetch } from "@wmodal/protocol"
import { mainnet } from "@wmodal/protocol/networks"
import { inVirtualTime } from "@wmodal/protocol/testing"
import { Effect } from "effect"
import type { Settings } from "../settings/Settings.ts"
import { openWallet, origin } from "./openWallet.ts"

const settings: Settings = {
  projectId: null,
  endpoints: {},
  swapRouters: {},
  meldUrl: null,
  rpc: [],
  nodes: {},
  networks: [{ ...mainnet, rpcUrls: { default: { http: ["https://a.test", "https://b.test"] } } }],
  network: null,
}

const answers: Readonly<Record<string, unknown>> = {
  eth_getTransactionCount: "0x7",
  eth_estimateGas: "0x5208",
  eth_maxPriorityFeePerGas: "0x1",
  eth_getBlockByNumber: { baseFeePerGas: "0x64" },
  // The response of a node that does not know the transaction.
  eth_getTransactionByHash: null,
}

it.effect(
  "sends by one node and reports that the payment may have been sent when that node cannot tell",
  () =>
    Effect.gen(function* () {
      const asked: string[] = []
      const fetch = makeFetch(async (request) => {
        const { id, method }: { readonly id: number; readonly method: string } = await request.json()
        asked.push(`${new URL(request.url).host} ${method}`)
        return method === "eth_sendRawTransaction"
          ? new Response("", { status: 503, headers: { "retry-after": "3600" } })
          : Response.json({ id, result: answers[method] })
      })
      const signer = makeTestSigner(0)
      const wallet = yield* openWallet({
        signer,
        settings,
        snapshot: null,
        approve: () => Effect.succeed("approve"),
      }).pipe(Effect.provideService(Fetch, fetch))
      yield* wallet.handle(origin, "eth_requestAccounts", [])
      const transaction = { from: signer.address, to: signer.address, value: "0x1" }
      const error = yield* inVirtualTime(
        Effect.flip(wallet.handle(origin, "eth_sendTransaction", [transaction])),
      )
      expect(error.message).toContain("may have been sent")
      expect(new Set(asked.map((call) => call.split(" ")[0])).size).toBe(1)
      expect(asked.filter((call) => call.endsWith("eth_sendRawTransaction"))).toHaveLength(1)
    }).pipe(Effect.scoped),
)
