import type { Connector } from "@wmodal/chains"
import {
  type Approval,
  type ApprovalRequest,
  type DevWalletSnapshot,
  getMockTokens,
  makeDevConnector,
  makeDevWallet,
  makeTestSigner,
} from "@wmodal/dev-wallet"
import { RpcError } from "@wmodal/protocol"
import { Effect } from "effect"
import { encodeFunctionData, erc20Abi, type Hex, type PublicClient } from "viem"
import * as z from "zod/mini"
import { accounts } from "../evm/accounts.ts"
import { tokens } from "../evm/tokens.ts"
import type { Handler } from "../Handler.ts"
import { makeWorldClient } from "./WorldClient.ts"

const [vera] = accounts
const [usd] = tokens
const chainId = "eip155:1"

const Sent = z.object({ id: z.string() })
const Status = z.object({
  status: z.number(),
  receipts: z.optional(z.array(z.object({ transactionHash: z.string(), status: z.string() }))),
})
const Raw = z.custom<Hex>((value) => typeof value === "string")

interface ConnectedWalletOptions {
  readonly smartAccount?: boolean
  readonly snapshot?: DevWalletSnapshot
  /** The outcome of a broadcast: a rejection by the node or a lost response. Default: accepted. */
  readonly broadcast?: "refused" | "lost"
}

interface ConnectedWallet {
  /** The wallet's connector for the engine. */
  readonly connector: Connector
  /** The prompts that the user received. */
  readonly asked: readonly ApprovalRequest[]
  /** The broadcast transactions. */
  readonly broadcasts: readonly Hex[]
  /** Calls the chain directly, including cheat methods. */
  readonly control: (method: string, params?: unknown) => Promise<unknown>
  /** Requests of a dApp at another origin. */
  readonly page: (origin: string) => ConnectedWallet["request"]
  readonly reader: PublicClient
  readonly request: (method: string, ...params: unknown[]) => Promise<unknown>
  readonly snapshot: () => DevWalletSnapshot
  readonly willAnswer: (answer: Approval) => void
  readonly status: (id: string) => Promise<z.output<typeof Status>>
  /** Sends calls and returns their id. `more` overrides fields of a valid request. */
  readonly sendCalls: (calls: readonly object[], more?: object) => Promise<string>
  readonly capabilities: () => Promise<unknown>
  /** Returns a balance in base units of mUSDC. */
  readonly holds: (owner: Hex) => Promise<bigint>
}

/** Connects a dev wallet of the first account to `https://shop.example`, on a chain of its own world. */
export const connectWallet = async (
  handler: Pick<Handler, "fetch">,
  projectId: string,
  { broadcast, smartAccount = true, snapshot }: ConnectedWalletOptions = {},
): Promise<ConnectedWallet> => {
  const { control, reader: readerOf } = makeWorldClient(handler, projectId)
  const reader: PublicClient = readerOf(chainId)
  const asked: ApprovalRequest[] = []
  const broadcasts: Hex[] = []
  let answer: Approval = "approve"
  const failed = (method: string, reason: RpcError["reason"]) => new RpcError({ method, host: "", reason })
  const wallet = makeDevWallet({
    signers: [makeTestSigner(0)],
    networks: [{ chainId: 1, name: "Ethereum", rpcUrls: [] }],
    approve: (request) =>
      Effect.sync(() => {
        asked.push(request)
        return answer
      }),
    rpc: (_, method, params) =>
      Effect.gen(function* () {
        if (method === "eth_sendRawTransaction") {
          broadcasts.push(Raw.parse(params[0]))
          if (broadcast === "refused")
            return yield* failed(method, { _tag: "Answered", code: -32000, text: "insufficient funds" })
          if (broadcast === "lost") return yield* failed(method, { _tag: "Status", status: 503 })
        }
        if (method === "eth_getTransactionByHash" && broadcast === "lost")
          return yield* failed(method, { _tag: "Status", status: 503 })
        return yield* Effect.tryPromise({
          try: () => control(chainId, method, params),
          catch: (cause) => failed(method, { _tag: "Answered", code: 3, text: String(cause) }),
        })
      }),
    tokens: {
      1: getMockTokens({
        blockchain: "http://localhost",
        currency: { name: "Ether", symbol: "ETH", decimals: 18 },
        isTest: false,
      }),
    },
    features: { smartAccount },
    snapshot,
  })
  const page = (origin: string) => {
    const provider = wallet.provider(origin)
    return (method: string, ...params: unknown[]) => provider.request({ method, params })
  }
  const origin = "https://shop.example"
  const request = page(origin)
  await request("eth_requestAccounts")
  return {
    asked,
    broadcasts,
    connector: makeDevConnector({ wallet, origin }),
    control: (method: string, params: unknown = []) => control(chainId, method, params),
    page,
    reader,
    request,
    snapshot: wallet.snapshot,
    willAnswer: (next: Approval) => {
      answer = next
    },
    status: async (id: string) => Status.parse(await request("wallet_getCallsStatus", id)),
    sendCalls: async (calls: readonly object[], more: object = {}) =>
      Sent.parse(
        await request("wallet_sendCalls", {
          version: "2.0.0",
          from: vera,
          chainId: "0x1",
          atomicRequired: true,
          calls,
          ...more,
        }),
      ).id,
    capabilities: () => request("wallet_getCapabilities", vera, ["0x1"]),
    holds: (owner: Hex) =>
      reader.readContract({
        address: usd.address,
        abi: erc20Abi,
        functionName: "balanceOf",
        args: [owner],
      }),
  }
}

/** Encodes a transfer of mUSDC. */
export const encodeTransfer = (to: Hex, amount: bigint) => ({
  to: usd.address,
  data: encodeFunctionData({ abi: erc20Abi, functionName: "transfer", args: [to, amount] }),
})
