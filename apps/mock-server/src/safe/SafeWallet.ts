import { randomUUID } from "node:crypto"
import { makeTestSigner, type ProviderError } from "@wmodal/dev-wallet"
import { Effect } from "effect"
import { keccak256, toHex } from "viem"
import * as z from "zod/mini"
import { makeKeyedWallet } from "../phone/wallet/makeKeyedWallet.ts"
import { type FetchHandler, makeWorldNodes } from "../phone/wallet/WorldNodes.ts"

/** The account of the Safe: another one than that of extensions and phones. */
const signer = makeTestSigner(4)

/** A message of the Safe Apps SDK. Source: `@safe-global/safe-apps-sdk` 9.1.0. */
export const SafeCall = z.discriminatedUnion("method", [
  z.object({ method: z.literal("getSafeInfo") }),
  z.object({
    method: z.literal("rpcCall"),
    params: z.object({ call: z.string(), params: z.array(z.unknown()) }),
  }),
  z.object({
    method: z.literal("sendTransactions"),
    params: z.object({
      txs: z
        .array(
          z.object({
            to: z.string().check(z.regex(/^0x[0-9a-fA-F]{40}$/)),
            value: z.string().check(z.regex(/^\d{1,78}$/)),
            data: z.string().check(z.regex(/^0x(?:[0-9a-fA-F]{2})*$/)),
          }),
        )
        .check(z.minLength(1), z.maxLength(20)),
    }),
  }),
  z.object({ method: z.literal("signMessage"), params: z.object({ message: z.string() }) }),
  z.object({ method: z.literal("signTypedMessage"), params: z.object({ typedData: z.looseObject({}) }) }),
  z.object({ method: z.literal("getTxBySafeTxHash"), params: z.object({ safeTxHash: z.string() }) }),
  z.object({ method: z.literal("getOffChainSignature"), params: z.string() }),
])
export type SafeCall = z.infer<typeof SafeCall>

const Hash = z.string().check(z.regex(/^0x[0-9a-f]{64}$/))
const Status = z.object({
  status: z.number(),
  receipts: z.optional(z.array(z.object({ transactionHash: Hash }))),
})

/** The wallet of a world's Safe: a real account with one owner, on one network. It performs what its page has approved. */
export interface SafeWallet {
  /** @returns the data of the response. Rejects with a text for the dApp. */
  readonly perform: (call: SafeCall) => Promise<unknown>
}

export const makeSafeWallet = (options: {
  readonly projectId: string
  readonly ask: FetchHandler
  readonly blockchain: string
}): SafeWallet => {
  const nodeOf = makeWorldNodes(options.projectId, options.ask)
  const wallet = makeKeyedWallet({
    keys: { evm: signer, solana: null, bitcoin: null, polkadot: null },
    nodeOf,
    blockchain: options.blockchain,
    smartAccount: true,
    snapshot: null,
    // The page has asked its owner.
    ask: async () => "approve",
  })
  /** The hash, or the id of the batch, of each executed proposal. */
  const executed = new Map<string, { readonly hash: string } | { readonly batch: string }>()
  const signatures = new Map<string, string>()
  const request = async (method: string, params: readonly unknown[]): Promise<unknown> => {
    await Effect.runPromise(wallet.handle("safe", "eth_requestAccounts", []))
    return Effect.runPromise(
      Effect.mapError(
        wallet.handle("safe", method, params),
        (error: ProviderError) => new Error(error.message),
      ),
    )
  }

  const propose = async (txs: Extract<SafeCall, { method: "sendTransactions" }>["params"]["txs"]) => {
    const calls = txs.map(({ data, to, value }) => ({ to, data, value: toHex(BigInt(value)) }))
    const safeTxHash = keccak256(toHex(randomUUID()))
    const [only] = calls
    if (only !== undefined && calls.length === 1) {
      const hash = Hash.parse(await request("eth_sendTransaction", [{ from: signer.address, ...only }]))
      executed.set(safeTxHash, { hash })
    } else {
      const batch = { version: "2.0.0", from: signer.address, chainId: "0x1", atomicRequired: true, calls }
      const { id } = z.object({ id: z.string() }).parse(await request("wallet_sendCalls", [batch]))
      executed.set(safeTxHash, { batch: id })
    }
    return { safeTxHash }
  }

  const find = async (safeTxHash: string) => {
    const found = executed.get(safeTxHash)
    if (found === undefined) throw new Error("Unknown transaction")
    if ("hash" in found) return { txHash: found.hash, txStatus: "SUCCESS" }
    const { receipts, status } = Status.parse(await request("wallet_getCallsStatus", [found.batch]))
    return {
      txHash: receipts?.[0]?.transactionHash ?? null,
      txStatus: status === 200 ? "SUCCESS" : status === 100 ? "AWAITING_EXECUTION" : "FAILED",
    }
  }

  const keep = (signature: unknown) => {
    const messageHash = keccak256(toHex(randomUUID()))
    signatures.set(messageHash, z.string().parse(signature))
    return { messageHash }
  }

  return {
    perform: async (call) => {
      switch (call.method) {
        case "getSafeInfo":
          return {
            safeAddress: signer.address,
            chainId: 1,
            threshold: 1,
            owners: [signer.address],
            isReadOnly: false,
          }
        case "rpcCall": {
          const node = nodeOf({ caipNetworkId: "eip155:1", chainNamespace: "eip155", id: 1 })
          return Effect.runPromise(
            Effect.mapError(
              node.request(call.params.call, call.params.params.map(String)),
              (error) => new Error(error.message),
            ),
          )
        }
        case "sendTransactions":
          return propose(call.params.txs)
        case "getTxBySafeTxHash":
          return find(call.params.safeTxHash)
        case "signMessage": {
          const { message } = call.params
          const bytes = /^0x(?:[0-9a-f]{2})*$/i.test(message) ? message : toHex(message)
          return keep(await request("personal_sign", [bytes, signer.address]))
        }
        case "signTypedMessage":
          return keep(
            await request("eth_signTypedData_v4", [signer.address, JSON.stringify(call.params.typedData)]),
          )
        case "getOffChainSignature":
          return signatures.get(call.params) ?? ""
      }
    },
  }
}
