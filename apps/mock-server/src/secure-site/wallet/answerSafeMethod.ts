import type { Network } from "@wmodal/protocol"
import { evmNetworks } from "@wmodal/protocol/networks"
import { Effect } from "effect"
import { type Hex, isHex, numberToHex } from "viem"
import * as z from "zod/mini"
import { entryPointAddress } from "../../evm/entryPoint.ts"
import { decodeParams, invalidParamsError, type WalletResponse } from "../../phone/wallet/WalletResponse.ts"
import { type Batches, getBatchStatus } from "./operation/Batches.ts"
import { fillUserOperation, type NodeRequest, type SmartAccount } from "./operation/fillUserOperation.ts"
import { fetchPackedUserOperation, fetchUserOperationReceipt } from "./operation/UserOperationReceipt.ts"
import { packedToRpc, receiptToRpc, UserOperationParams } from "./operation/userOperationRpc.ts"
import type { AccountType } from "./UserWallet.ts"

/** A call of a safe method that the wallet may handle without a node. */
export interface SafeMethodCall {
  readonly method: string
  readonly params: unknown
  readonly type: AccountType
  readonly network: Network
  readonly askOn: (network: Network) => NodeRequest
  readonly account: SmartAccount
  readonly batches: Batches
  /** Networks that have smart accounts. */
  readonly smartNetworks: readonly Network[]
}

/** Returns the response; `null` when the call is for a node. */
export const answerSafeMethod = (read: SafeMethodCall): WalletResponse | null => {
  const { account, askOn, batches, method, network, params, type } = read
  const ask = askOn(network)
  switch (method) {
    case "eth_accounts":
      return Effect.succeed([type === "smartAccount" ? account.address : account.owner])
    case "eth_chainId":
      return Effect.succeed(numberToHex(Number(network.id)))
    case "wallet_getCapabilities":
      return Effect.sync(() => getCapabilities(read))
    case "wallet_getCallsStatus":
      return Effect.flatMap(decodeParams(TextParams, params, "[id]"), ([id]) =>
        getBatchStatus(batches, id, askOn),
      )
    case "eth_supportedEntryPoints":
      return Effect.succeed([entryPointAddress])
    case "eth_estimateUserOperationGas":
      return estimateUserOperationGas(account, params, ask)
    case "eth_getUserOperationReceipt":
      return Effect.gen(function* () {
        const included = yield* fetchUserOperationReceipt(yield* decodeHash(params), ask)
        return included === null ? null : receiptToRpc(included)
      })
    case "eth_getUserOperationByHash":
      return Effect.gen(function* () {
        const included = yield* fetchUserOperationReceipt(yield* decodeHash(params), ask)
        const packed = included === null ? undefined : yield* fetchPackedUserOperation(included, ask)
        return included === null || packed === undefined ? null : packedToRpc(packed, included)
      })
    default:
      return null
  }
}

const TextParams = z.tuple([z.string()])
const HashParams = z.tuple([z.custom<Hex>((value) => isHex(value) && value.length === 66)])

const decodeHash = (params: unknown) =>
  Effect.map(decodeParams(HashParams, params, "[the hash of an operation]"), ([hash]) => hash)

/** Source: ERC-7769. */
const estimateUserOperationGas = (account: SmartAccount, params: unknown, ask: NodeRequest): WalletResponse =>
  Effect.gen(function* () {
    const text = "[{ sender, callData, … }, entryPoint]"
    const [{ callData, nonce, sender }] = yield* decodeParams(
      z.tuple([UserOperationParams], z.unknown()),
      params,
      text,
    )
    if (sender.toLowerCase() !== account.address.toLowerCase())
      return yield* invalidParamsError("an operation of this wallet's smart account")
    const { callGasLimit, preVerificationGas, verificationGasLimit } = yield* fillUserOperation(
      account,
      { callData, ...(nonce !== undefined && { nonce }) },
      ask,
    )
    return {
      preVerificationGas: numberToHex(preVerificationGas),
      verificationGasLimit: numberToHex(verificationGasLimit),
      callGasLimit: numberToHex(callGasLimit),
      paymasterVerificationGasLimit: null,
      paymasterPostOpGasLimit: null,
    }
  })

const CapabilitiesParams = z.union([
  z.tuple([z.string(), z.array(z.string())]),
  z.tuple([z.string()], z.unknown()),
])

/** Returns the active account's capabilities by network, for all or the named networks. Source: EIP-5792, EIP-7811. */
const getCapabilities = ({ params, smartNetworks, type }: SafeMethodCall) => {
  const parsed = CapabilitiesParams.safeParse(params)
  const named =
    parsed.success && parsed.data.length === 2 && Array.isArray(parsed.data[1]) ? parsed.data[1] : null
  const asked = evmNetworks.filter(({ id }) => named?.some((one) => Number(one) === Number(id)) ?? true)
  return Object.fromEntries(
    asked.map((network) => {
      const isSmart = type === "smartAccount" && smartNetworks.includes(network)
      return [
        numberToHex(Number(network.id)),
        {
          atomic: { status: isSmart ? "supported" : "unsupported" },
          // The field's name before EIP-5792 was final.
          atomicBatch: { supported: isSmart },
          assetDiscovery: { supported: true },
          ...(isSmart && { permissions: { supported: true }, paymasterService: { supported: true } }),
        },
      ] as const
    }),
  )
}
