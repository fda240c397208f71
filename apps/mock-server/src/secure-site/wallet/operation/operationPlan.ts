import {
  askedCall,
  type EvmRequest,
  ProviderError,
  type Signer,
  transactionRequest,
} from "@wmodal/dev-wallet"
import type { Network } from "@wmodal/protocol"
import { Effect } from "effect"
import { type Hex, isAddressEqual } from "viem"
import * as z from "zod/mini"
import { entryPointAddress } from "../../../evm/entryPoint.ts"
import { badParams, decodedParams } from "../../../phone/wallet/Answered.ts"
import { devNetwork, tokensOn } from "../../../phone/wallet/walletOfKeys.ts"
import type { Batches } from "./Batches.ts"
import type { Bundler } from "./Bundler.ts"
import { CallsRequest, needed } from "./CallsRequest.ts"
import { type Call, callDataOf, callsIn } from "./callsOf.ts"
import { type Ask, type Asked, completed, gasOf, type SmartAccount } from "./completed.ts"
import { hashOf, type Operation, signedBy } from "./Operation.ts"
import { AskedOperation } from "./wireOperation.ts"

/** A smart account on one network, and what does its operations. */
export interface OperationsOn {
  readonly network: Network
  readonly ask: Ask
  readonly account: SmartAccount
  readonly signer: Signer
  readonly bundler: Bundler
  readonly batches: Batches
  /** One at a time: two would take the same nonce. */
  readonly alone: <A>(sending: Effect.Effect<A, ProviderError>) => Effect.Effect<A, ProviderError>
  /** Base URL of the server. */
  readonly blockchain: string
}

/** What a request is, and what it comes to once somebody has approved it. */
export interface OperationPlan {
  readonly question: EvmRequest
  /** Whether the account is made by it. */
  readonly isFirst: boolean
  readonly run: Effect.Effect<unknown, ProviderError>
}

interface Wanted {
  readonly asked: Asked
  /** What it does, for a person. */
  readonly calls: readonly Call[]
  /** As one call, or as several. */
  readonly as: "SendTransaction" | "SendCalls"
  /** Looked at again before it is sent: of two that were planned at once the other one may have been. */
  readonly isStill: Effect.Effect<void, ProviderError>
  /** Before anything else is sent. */
  readonly sent: (operation: SentOperation) => void
  readonly answer: (operation: SentOperation) => Effect.Effect<unknown>
}

interface SentOperation {
  readonly hash: Hex
  readonly bundle: Hex
}

/** Of what is sent however often it is asked for. */
const asOften = { isStill: Effect.void, sent: () => {} }

/** `eth_sendTransaction`, `wallet_sendCalls` and `eth_sendUserOperation`: each is one operation. Fails as that would. */
export const operationPlan = Effect.fnUntraced(function* (
  on: OperationsOn,
  method: string,
  params: unknown,
): Effect.fn.Return<OperationPlan, ProviderError> {
  const wanted = yield* wantedBy(on, method, params)
  const foreseen = yield* completed(on.account, wanted.asked, on.ask)
  const network = devNetwork(on.network)
  const shown = wanted.calls.map((call) => askedCall(call, tokensOn(on.network, on.blockchain)))
  const [first] = shown
  const about = {
    origin: "",
    network,
    account: on.account.address,
    maxFee: `${gasOf(foreseen) * foreseen.maxFeePerGas}`,
  }
  return {
    question:
      wanted.as === "SendTransaction" && first !== undefined
        ? { _tag: "SendTransaction", ...about, ...first }
        : { _tag: "SendCalls", ...about, calls: shown, upgrade: null },
    isFirst: foreseen.factory !== undefined,
    run: Effect.flatMap(
      on.alone(
        Effect.andThen(
          wanted.isStill,
          Effect.tap(send(on, wanted.asked), (sent) => Effect.sync(() => wanted.sent(sent))),
        ),
      ),
      wanted.answer,
    ),
  }
})

const send = Effect.fnUntraced(function* (
  { account, ask, bundler, network, signer }: OperationsOn,
  asked: Asked,
) {
  const chainId = Number(network.id)
  const operation: Operation = yield* signedBy(signer, yield* completed(account, asked, ask), chainId)
  return { hash: hashOf(operation, chainId), bundle: yield* bundler.send(operation, network, ask) }
})

const wantedBy = (
  on: OperationsOn,
  method: string,
  params: unknown,
): Effect.Effect<Wanted, ProviderError> => {
  switch (method) {
    case "eth_sendTransaction":
      return transaction(on, params)
    case "wallet_sendCalls":
      return batch(on, params)
    default:
      return operation(on, params)
  }
}

const transaction = Effect.fnUntraced(function* (
  { account, ask, bundler, network }: OperationsOn,
  params: unknown,
): Effect.fn.Return<Wanted, ProviderError> {
  const [{ chainId, data, from, gas, input, to, value = 0n }] = yield* decodedParams(
    z.tuple([transactionRequest]),
    params,
    "[{ from, to, value, data, … }]",
  )
  if (!isAddressEqual(from, account.address)) return yield* notOurs()
  if (chainId != null && Number(chainId) !== Number(network.id))
    return yield* badParams("the transaction is for another network than the wallet is on")
  if (to == null) return yield* badParams("a smart account deploys no contract")
  if (data !== undefined && input !== undefined && data !== input)
    return yield* badParams("data and input differ")
  const calls = [{ to, value, data: data ?? input ?? "0x" }]
  return {
    ...asOften,
    calls,
    as: "SendTransaction",
    asked: {
      callData: callDataOf(calls),
      // What the page reckoned is the call's own: the account's code comes on top.
      ...(gas !== undefined && { callGasLimit: (gas * 65n) / 63n + 60_000n }),
    },
    answer: ({ bundle }) => Effect.as(bundler.included(bundle, network, ask), bundle),
  }
})

const batch = Effect.fnUntraced(function* (
  { account, batches, network }: OperationsOn,
  params: unknown,
): Effect.fn.Return<Wanted, ProviderError> {
  const [{ calls, capabilities, chainId, from, id }] = yield* decodedParams(
    CallsRequest,
    params,
    "[{ chainId, from, calls: [{ to, value, data }] }]",
  )
  if (from !== undefined && !isAddressEqual(from, account.address)) return yield* notOurs()
  if (chainId !== undefined && chainId !== Number(network.id))
    return yield* new ProviderError({ code: 5710, message: "The wallet is on another network." })
  const [unsupported] = needed(capabilities)
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
    as: "SendCalls",
    asked: { callData: callDataOf(calls) },
    isStill,
    sent: ({ bundle, hash }) => void batches.set(id ?? hash, { hash, bundle, network }),
    answer: ({ hash }) => Effect.succeed({ id: id ?? hash }),
  }
})

const operation = Effect.fnUntraced(function* (
  { account }: OperationsOn,
  params: unknown,
): Effect.fn.Return<Wanted, ProviderError> {
  const [{ paymaster: _, sender, ...asked }, entryPoint] = yield* decodedParams(
    z.tuple([AskedOperation, z.string()]),
    params,
    "[{ sender, callData, … }, entryPoint]",
  )
  if (!isAddressEqual(sender, account.address)) return yield* notOurs()
  if (entryPoint.toLowerCase() !== entryPointAddress.toLowerCase())
    return yield* badParams(`the entry point is ${entryPointAddress}`)
  return {
    ...asOften,
    calls: callsIn(asked.callData) ?? [{ to: account.address, value: 0n, data: asked.callData }],
    as: "SendCalls",
    asked,
    answer: ({ hash }) => Effect.succeed(hash),
  }
})

const notOurs = () =>
  new ProviderError({ code: 4100, message: "This account is not the one that is in use." })
