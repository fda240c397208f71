import { openBridge } from "@wmodal/frame-rpc/host"
import { Effect, Scope } from "effect"
import type { EmbeddedWalletDeps } from "./EmbeddedWallet.ts"
import { parseFrameNetwork } from "./FrameAccount.ts"
import type { LoadedEmbeddedWallet } from "./LoadedEmbeddedWallet.ts"
import type { EmbeddedWalletOptions } from "./makeEmbeddedWallet.ts"
import { openEmbeddedWallet } from "./openEmbeddedWallet.ts"

/** Runs the embedded wallet over its own bridge until the scope closes. */
export const runEmbeddedWallet = async (opening: EmbeddedWalletOptions): Promise<LoadedEmbeddedWallet> => {
  const { deps, scope, services } = opening
  const bridge = openBridge({ host: deps.host, url: toFrameUrl(deps) })
  return openEmbeddedWallet(opening, await Effect.runPromiseWith(services)(Scope.provide(bridge, scope)))
}

/** Returns the URL of the frame. Source: the AppKit 1.7.2 wire. */
export const toFrameUrl = ({
  memory,
  networks,
  projectId,
  secureSite,
}: Pick<EmbeddedWalletDeps, "memory" | "networks" | "projectId" | "secureSite">): string => {
  const { lastChain } = memory.read()
  const chain = parseFrameNetwork(lastChain ?? "") ?? networks[0]?.caipNetworkId ?? "eip155:1"
  const site = secureSite.replace(/\/$/, "")
  return `${site}/sdk?projectId=${encodeURIComponent(projectId)}&chainId=${chain}&version=4&enableLogger=true`
}
