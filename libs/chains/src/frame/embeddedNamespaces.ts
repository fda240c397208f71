import type { Namespace } from "@wmodal/protocol"

/** The chains on which the embedded wallet has accounts. Source: the AppKit 1.7.2 wire. */
export const embeddedNamespaces: readonly Namespace[] = ["eip155", "solana"]

/** The chain on which the embedded wallet's user selects the type of account. */
export const typedAccountNamespace = "eip155" satisfies Namespace
