import { Clock } from "@wmodal/protocol"
import { Effect } from "effect"
import type { ConnectorReason } from "../contract/ConnectorError.ts"
import { errorCodes } from "../wallet/walletErrors.ts"
import { type Eip1193Provider, requestProvider } from "./Eip1193Provider.ts"
import { noteLink, saysDisconnected } from "./lostProviders.ts"

/** The reason when the page has lost its wallet, which has not left: the permission stands. */
export const linkLost: ConnectorReason = { _tag: "Offline" }

/** "Try again later" of RFC 6455: MetaMask reports it for a lost node, reconnects to it, and stays connected. */
export const tryAgainLaterCode = 1013

/**
 * Returns true for the `disconnect` event of a lost stream, whose code is one of RFC 6455: MetaMask sends 1011 when its
 * extension is updated or disabled. Source: `@metamask/providers`, `BaseProvider`.
 */
export const isLinkLost = (event: unknown): boolean =>
  errorCodes(event).some((code) => code >= 1_000 && code < 1_016 && code !== tryAgainLaterCode)

/** Milliseconds for a provider without a connection to answer a read. */
const probeTimeoutMs = 3_000

/**
 * Fails once the provider's stream is lost, so that a request to it would wait for ever. A provider that says that it
 * is not connected is read from: one that starts answers, one whose extension is gone does not.
 */
export const awaitLinkLoss = (provider: Eip1193Provider): Effect.Effect<never, ConnectorReason> => {
  const heard = Effect.callback<never, ConnectorReason>((resume) => {
    const listener = (event: unknown) => {
      if (isLinkLost(event)) resume(Effect.fail(linkLost))
    }
    attempt(() => provider.on?.("disconnect", listener))
    return Effect.sync(() => attempt(() => provider.removeListener?.("disconnect", listener)))
  })
  const probed = Effect.suspend(() => {
    if (!saysDisconnected(provider)) return Effect.never
    return Effect.exit(requestProvider(provider, "eth_chainId")).pipe(
      Clock.timeoutOrElse({ duration: probeTimeoutMs, orElse: () => Effect.fail(linkLost) }),
      Effect.andThen(Effect.never),
    )
  })
  return Effect.tapError(Effect.raceFirst(heard, probed), () => Effect.sync(() => noteLink(provider, true)))
}

/** Runs a member of the provider, which may be missing or throw. */
const attempt = (run: () => unknown): unknown => {
  try {
    return run()
  } catch {
    return undefined
  }
}
