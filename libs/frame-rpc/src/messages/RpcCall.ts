import { matchesPattern } from "@wmodal/protocol"
import * as z from "zod/mini"
import type { safeMethods, unsafeMethods } from "../methodPolicy.ts"
import { AddressForm, ChainIdForm, makeTextSchema } from "./fieldSchemas.ts"

type ListedMethod = (typeof safeMethods)[number] | (typeof unsafeMethods)[number]

/** Any JSON list within the limits of a message. Its meaning depends on the method. */
const listParams = z.array(z.unknown())
/** Drops any parameters. Source: the AppKit 1.7.2 wire, which defines none for these methods. */
const noParams = z.pipe(
  z.unknown(),
  z.transform(() => undefined),
)
const anyParams = z.unknown()

const Base58 = makeTextSchema(65_536).check(matchesPattern(/^[1-9A-HJ-NP-Za-km-z]+$/))
const Hex = z.string().check(matchesPattern(/^0x/))
/** A serialized transaction: base58 in the wire format, although some known clients send base64. */
const TransactionText = makeTextSchema(65_536)

/** WalletConnect's members that repeat a transaction. The wallet refuses what contradicts it, so none is dropped. */
const repeatedMembers = {
  pubkey: z.optional(z.unknown()),
  feePayer: z.optional(z.unknown()),
  recentBlockhash: z.optional(z.unknown()),
  instructions: z.optional(z.unknown()),
  partialSignatures: z.optional(z.unknown()),
  signatures: z.optional(z.unknown()),
}

const SendOptions = z.object({
  skipPreflight: z.nullish(z.boolean()),
  preflightCommitment: z.nullish(
    z.enum(["processed", "confirmed", "finalized", "recent", "single", "singleGossip", "root", "max"]),
  ),
  maxRetries: z.nullish(z.number()),
  minContextSlot: z.nullish(z.number()),
})

/** Source: EIP-5792. */
const Calls = z.object({
  chainId: z.optional(ChainIdForm),
  from: z.optional(AddressForm),
  version: z.optional(makeTextSchema(32)),
  capabilities: z.optional(z.unknown()),
  calls: z.array(z.object({ to: Hex, data: z.optional(Hex), value: z.optional(z.string()) })),
})

/** The parameter schemas of each listed method. */
const callParams = {
  eth_accounts: noParams,
  eth_blockNumber: noParams,
  eth_call: listParams,
  eth_chainId: noParams,
  eth_estimateGas: listParams,
  eth_feeHistory: listParams,
  eth_gasPrice: noParams,
  eth_getAccount: listParams,
  eth_getBalance: listParams,
  eth_getBlockByHash: listParams,
  eth_getBlockByNumber: listParams,
  eth_getBlockReceipts: listParams,
  eth_getBlockTransactionCountByHash: listParams,
  eth_getBlockTransactionCountByNumber: listParams,
  eth_getCode: listParams,
  eth_getFilterChanges: listParams,
  eth_getFilterLogs: listParams,
  eth_getLogs: listParams,
  eth_getProof: listParams,
  eth_getStorageAt: listParams,
  eth_getTransactionByBlockHashAndIndex: listParams,
  eth_getTransactionByBlockNumberAndIndex: listParams,
  eth_getTransactionByHash: listParams,
  eth_getTransactionCount: listParams,
  eth_getTransactionReceipt: listParams,
  eth_getUncleCountByBlockHash: listParams,
  eth_getUncleCountByBlockNumber: listParams,
  eth_maxPriorityFeePerGas: noParams,
  eth_newBlockFilter: noParams,
  eth_newFilter: listParams,
  eth_newPendingTransactionFilter: noParams,
  eth_sendRawTransaction: listParams,
  eth_syncing: listParams,
  eth_uninstallFilter: listParams,
  wallet_getCallsStatus: z.array(z.string()),
  wallet_getAssets: anyParams,
  personal_sign: listParams,
  eth_signTypedData_v4: listParams,
  eth_sendTransaction: listParams,
  solana_signMessage: z.object({ message: Base58, pubkey: z.optional(AddressForm) }),
  solana_signTransaction: z.object({ ...repeatedMembers, transaction: TransactionText }),
  solana_signAllTransactions: z.object({ transactions: z.array(TransactionText) }),
  solana_signAndSendTransaction: z.object({
    ...repeatedMembers,
    transaction: TransactionText,
    options: z.nullish(SendOptions),
  }),
  wallet_sendCalls: z.array(Calls).check(z.refine((calls) => calls.length === 1, "not one batch")),
  wallet_grantPermissions: listParams,
  wallet_revokePermissions: anyParams,

  // Extensions: the wire format lists these methods without parameter schemas.
  /** `[address, chainIds?]` of EIP-5792. */
  wallet_getCapabilities: z.optional(listParams),
  /** `[operation, entryPoint]` of ERC-4337, and the hash of one. */
  eth_sendUserOperation: listParams,
  eth_estimateUserOperationGas: listParams,
  eth_getUserOperationReceipt: listParams,
  eth_getUserOperationByHash: listParams,
  eth_supportedEntryPoints: noParams,
} satisfies Record<ListedMethod, z.ZodMiniType>

const getParamsSchema = (method: string): z.ZodMiniType => {
  for (const [name, params] of Object.entries(callParams)) if (name === method) return params
  return noParams
}

/** A JSON-RPC call for the embedded wallet. Its parameters match the method's schema; an unlisted method has none. */
export const RpcCall = z.pipe(
  z.object({ method: makeTextSchema(100), params: z.optional(z.unknown()) }),
  z.transform(({ method, params }, payload): { readonly method: string; readonly params?: unknown } => {
    const read = z.safeParse(getParamsSchema(method), params)
    if (!read.success) {
      payload.issues.push({ code: "custom", path: ["params"], message: "of another form", input: method })
      return z.NEVER
    }
    return read.data === undefined ? { method } : { method, params: read.data }
  }),
)
