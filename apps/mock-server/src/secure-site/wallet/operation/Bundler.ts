import { createHash } from "node:crypto"
import { makeSignerFromKey, ProviderError } from "@wmodal/dev-wallet"
import type { Network } from "@wmodal/protocol"
import { Effect, Result } from "effect"
import { decodeErrorResult, type Hex, isHex, numberToHex } from "viem"
import { entryPoint08Abi } from "viem/account-abstraction"
import { bundlerAddress, entryPointAddress } from "../../../evm/entryPoint.ts"
import { makePhoneWallet } from "../../../phone/wallet/PhoneWallet.ts"
import type { UserWalletOptions } from "../UserWallet.ts"
import { encodeHandleOps, type FullUserOperation } from "./FullUserOperation.ts"
import { getTotalGas, type NodeRequest } from "./fillUserOperation.ts"

/** The bundler, which mines each operation in a bundle of its own and pays for it. */
export interface Bundler {
  /**
   * Completes once the bundle is sent. An operation that the entry point would reject is not sent.
   * @returns the hash of the bundle's transaction
   */
  readonly send: (
    operation: FullUserOperation,
    network: Network,
    ask: NodeRequest,
  ) => Effect.Effect<Hex, ProviderError>
  /** Completes when the transaction is mined, or after a minute. A pending transaction may still be mined then. */
  readonly included: (hash: Hex, network: Network, ask: NodeRequest) => Effect.Effect<void>
}

/** Gas of a bundle in addition to its operation. */
const bundleOverheadGas = 200_000n

const topic = "bundler"

export const makeBundler = ({
  ask: askServer,
  blockchain,
  world,
}: Pick<UserWalletOptions, "ask" | "blockchain" | "world">): Bundler => {
  const key = createHash("sha256").update("wmodal bundler").digest("hex")
  const wallet = makePhoneWallet({
    projectId: world.projectId,
    ask: askServer,
    blockchain,
    keys: { evm: Effect.runSync(makeSignerFromKey(`0x${key}`)), solana: null, bitcoin: null, polkadot: null },
    approve: async () => "approve",
  })

  return {
    send: Effect.fnUntraced(function* (operation, { caipNetworkId }, ask) {
      const data = encodeHandleOps(operation)
      // Reserves the gas that each nested call keeps back. Source: EIP-150.
      const gas = numberToHex((getTotalGas(operation) * 65n) / 63n + bundleOverheadGas)
      const transaction = { from: bundlerAddress, to: entryPointAddress, data, gas }
      yield* Effect.mapError(ask("eth_call", [transaction, "pending"]), toRejectionReason)
      const hash = yield* Effect.catch(
        wallet.handleRequest(
          { topic, chainId: caipNetworkId, method: "eth_sendTransaction", params: [transaction] },
          () => Effect.void,
        ),
        // Waits for a bundle that may have been sent, so that it is not sent again.
        (error) =>
          getPossiblySentHash(error) === null
            ? Effect.fail(error)
            : Effect.succeed(getPossiblySentHash(error)),
      )
      return isHex(hash)
        ? hash
        : yield* new ProviderError({ code: -32603, message: "The bundle was sent and has no hash." })
    }),
    included: (hash, network, ask) =>
      Effect.gen(function* () {
        const chain = yield* Effect.promise(() => world.chain(network))
        for (;;) {
          const tip = chain.tip()?.hash
          const answer = yield* Effect.result(ask("eth_getTransactionReceipt", [hash]))
          if (Result.isFailure(answer)) yield* Effect.sleep(200)
          else if (answer.success !== null) return
          // Waits for the next block before another node request.
          else while (chain.tip()?.hash === tip && !world.ended.aborted) yield* Effect.sleep(100)
          if (world.ended.aborted) return
        }
      }).pipe(Effect.timeoutOption(60_000), Effect.ignoreCause),
  }
}

/** Returns the hash of a transaction that the node may have received although the response was lost. */
const getPossiblySentHash = ({ data }: ProviderError): unknown =>
  typeof data === "object" && data !== null && "hash" in data ? data.hash : null

/** Returns the entry point's reason for the rejection. Source: ERC-7769. */
const toRejectionReason = (error: ProviderError): ProviderError => {
  if (!isHex(error.data)) return error
  try {
    const { args, errorName } = decodeErrorResult({ abi: entryPoint08Abi, data: error.data })
    return errorName === "FailedOp" || errorName === "FailedOpWithRevert"
      ? new ProviderError({ code: -32500, message: args[1] })
      : error
  } catch {
    return error
  }
}
