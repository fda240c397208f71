import {
  type EvmRequest,
  ProviderError,
  type Signer,
  toRequestedCall,
  transactionRequest,
} from "@wmodal/dev-wallet"
import type { Network } from "@wmodal/protocol"
import { Effect } from "effect"
import { type Hex, isAddressEqual } from "viem"
import * as z from "zod/mini"
import { entryPointAddress } from "../../../evm/entryPoint.ts"
import { getKnownTokens, toDevNetwork } from "../../../phone/wallet/makeKeyedWallet.ts"
import { decodeParams, invalidParamsError } from "../../../phone/wallet/WalletResponse.ts"
import type { Batches } from "./Batches.ts"
import type { Bundler } from "./Bundler.ts"
import { type FullUserOperation, hashUserOperation, signUserOperation } from "./FullUserOperation.ts"

import {
  fillUserOperation,
  getTotalGas,
  type NodeRequest,
  type PartialUserOperation,
  type SmartAccount,
} from "./fillUserOperation.ts"
import {
  decodeCalls,
  encodeCalls,
  getRequiredCapabilities,
  SendCallsParams,
  type SmartAccountCall,
} from "./sendCalls.ts"
import { UserOperationParams } from "./userOperationRpc.ts"

/** A smart account on one network with its dependencies. */
export interface OperationContext {
  readonly network: Network
  readonly ask: NodeRequest
  readonly account: SmartAccount
  readonly signer: Signer
  readonly bundler: Bundler
  readonly batches: Batches
  /** Serializes sends, because two at once would use the same nonce. */
  readonly alone: <A>(sending: Effect.Effect<A, ProviderError>) => Effect.Effect<A, ProviderError>
  /** Base URL of the server. */
  readonly blockchain: string
}

/** A planned request with its prompt and its operation. */
export interface OperationPlan {
  readonly question: EvmRequest
  /** True if it deploys the account. */
  readonly isFirst: boolean
  readonly run: Effect.Effect<unknown, ProviderError>
}

interface PlannedOperation {
  readonly operation: PartialUserOperation
  /** The described calls. */
  readonly calls: readonly SmartAccountCall[]
  /** One call, or several. */
  readonly kind: "SendTransaction" | "SendCalls"
  /** Checked again before sending, because a concurrent plan with the same ID may have been sent. */
  readonly isStill: Effect.Effect<void, ProviderError>
  /** Called before anything else is sent. */
  readonly sent: (operation: SentOperation) => void
  readonly answer: (operation: SentOperation) => Effect.Effect<unknown>
}

interface SentOperation {
  readonly hash: Hex
  readonly bundle: Hex
}

/** For requests that may be sent any number of times. */
const repeatable = { isStill: Effect.void, sent: () => {} }

/**
 * Plans `eth_sendTransaction`, `wallet_sendCalls` or `eth_sendUserOperation` as one operation. Fails with its errors.
 */
export const planOperation = Effect.fnUntraced(function* (
  on: OperationContext,
  method: string,
  params: unknown,
): Effect.fn.Return<OperationPlan, ProviderError> {
  const wanted = yield* planRequest(on, method, params)
  const foreseen = yield* fillUserOperation(on.account, wanted.operation, on.ask)
  const network = toDevNetwork(on.network)
  const shown = wanted.calls.map((call) => toRequestedCall(call, getKnownTokens(on.network, on.blockchain)))
  const [first] = shown
  const about = {
    origin: "",
    network,
    account: on.account.address,
    maxFee: `${getTotalGas(foreseen) * foreseen.maxFeePerGas}`,
  }
  return {
    question:
      wanted.kind === "SendTransaction" && first !== undefined
        ? { _tag: "SendTransaction", ...about, ...first }
        : { _tag: "SendCalls", ...about, calls: shown, upgrade: null },
    isFirst: foreseen.factory !== undefined,
    run: Effect.flatMap(
      on.alone(
        Effect.andThen(
          wanted.isStill,
          Effect.tap(sendOperation(on, wanted.operation), (sent) => Effect.sync(() => wanted.sent(sent))),
        ),
      ),
      wanted.answer,
    ),
  }
})

const sendOperation = Effect.fnUntraced(function* (
  { account, ask, bundler, network, signer }: OperationContext,
  asked: PartialUserOperation,
) {
  const chainId = Number(network.id)
  const operation: FullUserOperation = yield* signUserOperation(
    signer,
    yield* fillUserOperation(account, asked, ask),
    chainId,
  )
  return { hash: hashUserOperation(operation, chainId), bundle: yield* bundler.send(operation, network, ask) }
})

const planRequest = (
  on: OperationContext,
  method: string,
  params: unknown,
): Effect.Effect<PlannedOperation, ProviderError> => {
  switch (method) {
    case "eth_sendTransaction":
      return planTransaction(on, params)
    case "wallet_sendCalls":
      return planBatch(on, params)
    default:
      return planUserOperation(on, params)
  }
}

const planTransaction = Effect.fnUntraced(function* (
  { account, ask, bundler, network }: OperationContext,
  params: unknown,
): Effect.fn.Return<PlannedOperation, ProviderError> {
  const [{ chainId, data, from, gas, input, to, value = 0n }] = yield* decodeParams(
    z.tuple([transactionRequest]),
    params,
    "[{ from, to, value, data, … }]",
  )
  if (!isAddressEqual(from, account.address)) return yield* foreignAccountError()
  if (chainId != null && Number(chainId) !== Number(network.id))
    return yield* invalidParamsError("the transaction is for a different network than the wallet's")
  if (to == null) return yield* invalidParamsError("a smart account deploys no contract")
  if (data !== undefined && input !== undefined && data !== input)
    return yield* invalidParamsError("data and input differ")
  const calls = [{ to, value, data: data ?? input ?? "0x" }]
  return {
    ...repeatable,
    calls,
    kind: "SendTransaction",
    operation: {
      callData: encodeCalls(calls),
      // The dApp's gas limit is for the call alone, so the account's own gas is added.
      ...(gas !== undefined && { callGasLimit: (gas * 65n) / 63n + 60_000n }),
    },
    answer: ({ bundle }) => Effect.as(bundler.included(bundle, network, ask), bundle),
  }
})

const planBatch = Effect.fnUntraced(function* (
  { account, batches, network }: OperationContext,
  params: unknown,
): Effect.fn.Return<PlannedOperation, ProviderError> {
  const [{ calls, capabilities, chainId, from, id }] = yield* decodeParams(
    SendCallsParams,
    params,
    "[{ chainId, from, calls: [{ to, value, data }] }]",
  )
  if (from !== undefined && !isAddressEqual(from, account.address)) return yield* foreignAccountError()
  if (chainId !== undefined && chainId !== Number(network.id))
    return yield* new ProviderError({ code: 5710, message: "The wallet is on another network." })
  const [unsupported] = getRequiredCapabilities(capabilities)
  if (unsupported !== undefined)
    return yield* new ProviderError({
      code: 5700,
      message: `The capability "${unsupported}" is not supported.`,
    })
  const isStill = Effect.suspend(() =>
    id !== undefined && batches.has(id)
      ? Effect.fail(new ProviderError({ code: 5720, message: "A batch with this id was sent before." }))
      : Effect.void,
  )
  yield* isStill
  return {
    calls,
    kind: "SendCalls",
    operation: { callData: encodeCalls(calls) },
    isStill,
    sent: ({ bundle, hash }) => void batches.set(id ?? hash, { hash, bundle, network }),
    answer: ({ hash }) => Effect.succeed({ id: id ?? hash }),
  }
})

const planUserOperation = Effect.fnUntraced(function* (
  { account }: OperationContext,
  params: unknown,
): Effect.fn.Return<PlannedOperation, ProviderError> {
  const [{ paymaster: _, sender, ...asked }, entryPoint] = yield* decodeParams(
    z.tuple([UserOperationParams, z.string()]),
    params,
    "[{ sender, callData, … }, entryPoint]",
  )
  if (!isAddressEqual(sender, account.address)) return yield* foreignAccountError()
  if (entryPoint.toLowerCase() !== entryPointAddress.toLowerCase())
    return yield* invalidParamsError(`the entry point is ${entryPointAddress}`)
  return {
    ...repeatable,
    calls: decodeCalls(asked.callData) ?? [{ to: account.address, value: 0n, data: asked.callData }],
    kind: "SendCalls",
    operation: asked,
    answer: ({ hash }) => Effect.succeed(hash),
  }
})

const foreignAccountError = () =>
  new ProviderError({ code: 4100, message: "This is not the active account." })
