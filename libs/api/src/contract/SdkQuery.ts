import type { Namespace } from "@wmodal/protocol"
import * as z from "zod/mini"

/**
 * The common query of every GET. Source: the AppKit 1.7.2 wire.
 * `st` is the kind of client (`wmodal`), `sv` is `<platform>-<chains>-<version>` (`react-evm,solana-0.1.0`).
 * A server may require only `projectId` from other clients.
 */
export const SdkQuery = z.object({
  projectId: z.string().check(z.refine((id) => id !== "")),
  st: z.optional(z.string()),
  sv: z.optional(z.string()),
})
export type SdkQuery = z.output<typeof SdkQuery>

/** The version of wmodal in `sv`. */
export const version = "0.1.0"

/** Formats the `sv` of a client: `react-evm,solana-0.1.0`. */
export const formatSdkVersion = (client: {
  readonly platform: "html" | "react" | "node"
  /** The chains of the client, in the host's order. */
  readonly chains: readonly Namespace[]
}): string =>
  `${client.platform}-${client.chains.map((chain) => adapterNames[chain]).join(",") || "universal"}-${version}`

/** The well-known names of the adapters. */
const adapterNames: Readonly<Record<Namespace, string>> = {
  eip155: "evm",
  solana: "solana",
  polkadot: "polkadot",
  bip122: "bitcoin",
}
