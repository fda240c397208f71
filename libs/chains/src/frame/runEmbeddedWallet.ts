import { openBridge } from "@wmodal/frame-rpc/host"
import { Effect, Scope } from "effect"
import type { FrameSurroundings } from "./Frame.ts"
import { networkNamed } from "./FrameAccount.ts"
import type { Opening } from "./makeEmbeddedWallet.ts"
import type { OpenWallet } from "./OpenWallet.ts"
import { openEmbeddedWallet } from "./openEmbeddedWallet.ts"

/** The embedded wallet over its own bridge, which runs until the scope closes. */
export const runEmbeddedWallet = async (opening: Opening): Promise<OpenWallet> => {
  const { around, scope, services } = opening
  const bridge = openBridge({ host: around.host, url: addressOf(around) })
  return openEmbeddedWallet(opening, await Effect.runPromiseWith(services)(Scope.provide(bridge, scope)))
}

/** Source: the AppKit 1.7.2 wire. */
const addressOf = ({ memory, networks, projectId, secureSite }: FrameSurroundings): string => {
  const { lastChain } = memory.read()
  const chain = networkNamed(lastChain ?? "") ?? networks[0]?.caipNetworkId ?? "eip155:1"
  const site = secureSite.replace(/\/$/, "")
  return `${site}/sdk?projectId=${encodeURIComponent(projectId)}&chainId=${chain}&version=4&enableLogger=false`
}
