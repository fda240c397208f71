import type { Network } from "@wmodal/protocol"
import { evmNetworks } from "@wmodal/protocol/networks"
import { Effect } from "effect"
import { type Hex, isHex, numberToHex } from "viem"
import * as z from "zod/mini"
import { entryPointAddress } from "../../evm/entryPoint.ts"
import { type Answered, badParams, decodedParams } from "../../phone/wallet/Answered.ts"
import { type Batches, batchStatus } from "./operation/Batches.ts"
import { type Ask, completed, type SmartAccount } from "./operation/completed.ts"
import { bundledOperation, includedOperation } from "./operation/IncludedOperation.ts"
import { AskedOperation, packedToRpc, receiptToRpc } from "./operation/wireOperation.ts"
import type { AccountType } from "./UserWallet.ts"

/** A safe method that the wallet itself answers, and no node. */
export interface WalletRead {
  readonly method: string
  readonly params: unknown
  readonly type: AccountType
  readonly network: Network
  readonly askOn: (network: Network) => Ask
  readonly account: SmartAccount
  readonly batches: Batches
  /** Those that have smart accounts. */
  readonly smartNetworks: readonly Network[]
}

/** `null` where a node is to be asked. */
export const readOfWallet = (read: WalletRead): Answered | null => {
  const { account, askOn, batches, method, network, params, type } = read
  const ask = askOn(network)
  switch (method) {
    case "eth_accounts":
      return Effect.succeed([type === "smartAccount" ? account.address : account.owner])
    case "eth_chainId":
      return Effect.succeed(numberToHex(Number(network.id)))
    case "wallet_getCapabilities":
      return Effect.sync(() => capabilities(read))
    case "wallet_getCallsStatus":
      return Effect.flatMap(decodedParams(OneText, params, "[id]"), ([id]) => batchStatus(batches, id, askOn))
    case "eth_supportedEntryPoints":
      return Effect.succeed([entryPointAddress])
    case "eth_estimateUserOperationGas":
      return estimate(account, params, ask)
    case "eth_getUserOperationReceipt":
      return Effect.gen(function* () {
        const included = yield* includedOperation(yield* hashIn(params), ask)
        return included === null ? null : receiptToRpc(included)
      })
    case "eth_getUserOperationByHash":
      return Effect.gen(function* () {
        const included = yield* includedOperation(yield* hashIn(params), ask)
        const packed = included === null ? undefined : yield* bundledOperation(included, ask)
        return included === null || packed === undefined ? null : packedToRpc(packed, included)
      })
    default:
      return null
  }
}

const OneText = z.tuple([z.string()])
const OneHash = z.tuple([z.custom<Hex>((value) => isHex(value) && value.length === 66)])

const hashIn = (params: unknown) =>
  Effect.map(decodedParams(OneHash, params, "[the hash of an operation]"), ([hash]) => hash)

/** Source: ERC-7769. */
const estimate = (account: SmartAccount, params: unknown, ask: Ask): Answered =>
  Effect.gen(function* () {
    const text = "[{ sender, callData, … }, entryPoint]"
    const [{ callData, nonce, sender }] = yield* decodedParams(
      z.tuple([AskedOperation], z.unknown()),
      params,
      text,
    )
    if (sender.toLowerCase() !== account.address.toLowerCase())
      return yield* badParams("an operation of this wallet's smart account")
    const { callGasLimit, preVerificationGas, verificationGasLimit } = yield* completed(
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

/** By network, of the account that is in use: of all networks, or of those that are named. Source: EIP-5792, EIP-7811. */
const capabilities = ({ params, smartNetworks, type }: WalletRead) => {
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
          // The name of it before EIP-5792 was final.
          atomicBatch: { supported: isSmart },
          assetDiscovery: { supported: true },
          ...(isSmart && { permissions: { supported: true }, paymasterService: { supported: true } }),
        },
      ] as const
    }),
  )
}
