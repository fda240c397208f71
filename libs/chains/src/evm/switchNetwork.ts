import { Clock, type Network } from "@wmodal/protocol"
import { Effect, Result } from "effect"
import type { ConnectorReason } from "../contract/ConnectorError.ts"
import { isRefusal } from "../wallet/refusal.ts"
import { errorCodes, errorMessages, toConnectorReason } from "../wallet/walletErrors.ts"
import { decodeChainId, toChainIdHex } from "./chainId.ts"
import { type Eip1193Provider, requestProvider } from "./Eip1193Provider.ts"

/**
 * The codes by which a wallet reports an unknown network. MetaMask Mobile wraps 4902; other wallets use 5000 and 32603
 * (positive), or call the parameter invalid, which is only the network.
 */
const unknownNetworkCodes = new Set([4902, 5000, 32603, -32602])

/** Wallets' words for it, which come with any code: MetaMask/metamask-extension#25450 has -32603. */
const unknownNetworkPattern =
  /\b(?:unrecogni[sz]ed|unknown|unsupported|invalid) (?:chain|network)|\b(?:chain|network)(?:[ _-]?id)?\b.{0,40}\b(?:not (?:been )?(?:supported|recogni[sz]ed|configured|added|found)|unsupported|unrecogni[sz]ed|unknown|does not exist)\b/i

/**
 * Switches the wallet, and adds the network first when the wallet does not know it. Fails with `NetworkUnchanged` when
 * the wallet confirms a switch that it did not make.
 * Untraced: the spans of `Effect.fn` weigh 4 kB in a browser. Source: EIP-3326, EIP-3085.
 */
export const switchNetwork = Effect.fnUntraced(function* (provider: Eip1193Provider, network: Network) {
  const notSupported: ConnectorReason = { _tag: "NetworkNotSupported", network: network.name }
  const chainId = decodeChainId(network.id)
  if (chainId === null) return yield* Effect.fail(notSupported)
  // Some wallets report the network and never answer the request.
  const change = Effect.raceFirst(
    // Listens first: the event may come before the request returns.
    awaitNetwork(provider, chainId),
    requestProvider(provider, "wallet_switchEthereumChain", [{ chainId: toChainIdHex(chainId) }]),
  )
  const isThere = Effect.map(
    Effect.result(requestProvider(provider, "eth_chainId")),
    (now) => Result.isSuccess(now) && decodeChainId(now.success) === chainId,
  )
  /** Waits until the wallet itself says so: some answer without a switch, others before it. */
  const confirm = Effect.gen(function* () {
    while (!(yield* isThere))
      yield* Effect.raceFirst(Clock.sleep(confirmIntervalMs), awaitNetwork(provider, chainId))
  }).pipe(
    Clock.timeoutOrElse({
      duration: confirmTimeoutMs,
      orElse: () => Effect.fail<ConnectorReason>({ _tag: "NetworkUnchanged", network: network.name }),
    }),
  )

  const outcome = yield* Effect.result(change)
  if (Result.isSuccess(outcome)) return yield* confirm
  const thrown = outcome.failure
  const said = toConnectorReason(thrown, "wallet_switchEthereumChain")
  const texts = errorMessages(thrown)
  // The same codes come with a refusal in words, which no second prompt may follow.
  const isUnknown =
    !isRefusal(texts, false) &&
    (errorCodes(thrown).some((code) => unknownNetworkCodes.has(code)) ||
      (!isTheirs(said) && texts.some((text) => unknownNetworkPattern.test(text))))
  // Trust says it in the language of its user, without a code: wevm/wagmi#4754.
  const isUnclear = !isUnknown && said._tag === "Failed" && said.code === null
  if (!isUnknown && !isUnclear) return yield* Effect.fail(said._tag === "Unsupported" ? notSupported : said)

  const otherwise = isUnclear ? said : notSupported
  // The user's own decision or pending prompt is a better reason.
  const theirsOr = (failure: unknown): ConnectorReason => {
    const reason = toConnectorReason(failure, "wallet_addEthereumChain")
    return isTheirs(reason) ? reason : otherwise
  }
  // Some wallets add the network and report a failure, so that only the user's own answer ends here.
  const added = yield* requestProvider(provider, "wallet_addEthereumChain", [
    toAddChainParameter(network, chainId),
  ]).pipe(
    Effect.as(true),
    Effect.mapError(theirsOr),
    Effect.catch((reason) => (reason === otherwise ? Effect.succeed(false) : Effect.fail(reason))),
  )
  // Adding a network also switches in most wallets, but not in all.
  const now = yield* Effect.mapError(requestProvider(provider, "eth_chainId"), theirsOr)
  if (decodeChainId(now) === chainId) return
  // It failed twice without a clear reason: what it said first is all that is known.
  if (isUnclear && !added) return yield* Effect.fail(said)
  yield* Effect.mapError(change, theirsOr)
  yield* confirm
})

/** Returns true for the user's own answer, or one that is still open. */
const isTheirs = ({ _tag }: ConnectorReason): boolean => _tag === "Declined" || _tag === "RequestPending"

/** Milliseconds for a wallet to report the network that it has confirmed: over a relay, its event comes later. */
const confirmTimeoutMs = 3_000

const confirmIntervalMs = 250

/** Completes when the wallet reports this network. */
const awaitNetwork = (provider: Eip1193Provider, chainId: number): Effect.Effect<void> =>
  Effect.callback((resume) => {
    const ignoreErrors = (run: () => unknown) => {
      try {
        run()
      } catch {
        // The wallet answers the request, or it has no events.
      }
    }
    const stop = () => ignoreErrors(() => provider.removeListener?.("chainChanged", listener))
    const listener = (value: unknown) => {
      if (decodeChainId(value) !== chainId) return
      stop()
      resume(Effect.void)
    }
    ignoreErrors(() => provider.on?.("chainChanged", listener))
    return Effect.sync(stop)
  })

const toAddChainParameter = (network: Network, chainId: number) => {
  const icon = network.assets?.imageUrl
  return {
    chainId: toChainIdHex(chainId),
    chainName: network.name,
    nativeCurrency: network.nativeCurrency,
    rpcUrls: network.rpcUrls.default.http,
    ...(network.blockExplorers && { blockExplorerUrls: [network.blockExplorers.default.url] }),
    ...(icon?.startsWith("https://") && { iconUrls: [icon] }),
  }
}
