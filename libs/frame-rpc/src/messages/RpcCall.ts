import { matchesPattern } from "@wmodal/protocol"
import * as z from "zod/mini"
import type { safeMethods, unsafeMethods } from "../methodPolicy.ts"
import { AddressForm, ChainIdForm, text } from "./forms.ts"

type ListedMethod = (typeof safeMethods)[number] | (typeof unsafeMethods)[number]

/** Of any JSON. The limits of a message hold for it, and what it means is its method's affair. */
const list = z.array(z.unknown())
/** What came is not passed on. Source: the AppKit 1.7.2 wire, which knows no parameters of these. */
const none = z.pipe(
  z.unknown(),
  z.transform(() => undefined),
)
const anything = z.unknown()

const Base58 = text(65_536).check(matchesPattern(/^[1-9A-HJ-NP-Za-km-z]+$/))
const Hex = z.string().check(matchesPattern(/^0x/))
/** A transaction's text: base58 by the wire, though clients are known that write base64. */
const TransactionText = text(65_536)

const SendOptions = z.object({
  skipPreflight: z.optional(z.boolean()),
  preflightCommitment: z.optional(
    z.enum(["processed", "confirmed", "finalized", "recent", "single", "singleGossip", "root", "max"]),
  ),
  maxRetries: z.optional(z.number()),
  minContextSlot: z.optional(z.number()),
})

/** Source: EIP-5792. */
const Calls = z.object({
  chainId: z.optional(ChainIdForm),
  from: z.optional(AddressForm),
  version: z.optional(text(32)),
  capabilities: z.optional(z.unknown()),
  calls: z.array(z.object({ to: Hex, data: z.optional(Hex), value: z.optional(z.string()) })),
})

/** What each listed method takes. */
const callParams = {
  eth_accounts: none,
  eth_blockNumber: none,
  eth_call: list,
  eth_chainId: none,
  eth_estimateGas: list,
  eth_feeHistory: list,
  eth_gasPrice: none,
  eth_getAccount: list,
  eth_getBalance: list,
  eth_getBlockByHash: list,
  eth_getBlockByNumber: list,
  eth_getBlockReceipts: list,
  eth_getBlockTransactionCountByHash: list,
  eth_getBlockTransactionCountByNumber: list,
  eth_getCode: list,
  eth_getFilterChanges: list,
  eth_getFilterLogs: list,
  eth_getLogs: list,
  eth_getProof: list,
  eth_getStorageAt: list,
  eth_getTransactionByBlockHashAndIndex: list,
  eth_getTransactionByBlockNumberAndIndex: list,
  eth_getTransactionByHash: list,
  eth_getTransactionCount: list,
  eth_getTransactionReceipt: list,
  eth_getUncleCountByBlockHash: list,
  eth_getUncleCountByBlockNumber: list,
  eth_maxPriorityFeePerGas: none,
  eth_newBlockFilter: none,
  eth_newFilter: list,
  eth_newPendingTransactionFilter: none,
  eth_sendRawTransaction: list,
  eth_syncing: list,
  eth_uninstallFilter: list,
  wallet_getCallsStatus: z.array(z.string()),
  wallet_getAssets: anything,
  personal_sign: list,
  eth_signTypedData_v4: list,
  eth_sendTransaction: list,
  solana_signMessage: z.object({ message: Base58, pubkey: AddressForm }),
  solana_signTransaction: z.object({ transaction: TransactionText }),
  solana_signAllTransactions: z.object({ transactions: z.array(TransactionText) }),
  solana_signAndSendTransaction: z.object({
    transaction: TransactionText,
    options: z.optional(SendOptions),
  }),
  wallet_sendCalls: z.array(Calls).check(z.refine((calls) => calls.length === 1, "not one batch")),
  wallet_grantPermissions: list,
  wallet_revokePermissions: anything,

  // Extensions of ours: the wire lists these methods, and has no shape for what they take.
  /** `[address, chainIds?]` of EIP-5792. */
  wallet_getCapabilities: z.optional(list),
  /** `[operation, entryPoint]` of ERC-4337, and the hash of one. */
  eth_sendUserOperation: list,
  eth_estimateUserOperationGas: list,
  eth_getUserOperationReceipt: list,
  eth_getUserOperationByHash: list,
  eth_supportedEntryPoints: none,
} satisfies Record<ListedMethod, z.ZodMiniType>

const paramsOf = (method: string): z.ZodMiniType => {
  for (const [name, params] of Object.entries(callParams)) if (name === method) return params
  return none
}

/** A JSON-RPC call for the embedded wallet. Its parameters are of its method's form; an unlisted method has none. */
export const RpcCall = z.pipe(
  z.object({ method: text(100), params: z.optional(z.unknown()) }),
  z.transform(({ method, params }, payload): { readonly method: string; readonly params?: unknown } => {
    const read = z.safeParse(paramsOf(method), params)
    if (!read.success) {
      payload.issues.push({ code: "custom", path: ["params"], message: "of another form", input: method })
      return z.NEVER
    }
    return read.data === undefined ? { method } : { method, params: read.data }
  }),
)
