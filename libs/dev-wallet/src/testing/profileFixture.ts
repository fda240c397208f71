import type { StandardWallet } from "@wmodal/chains/standard"
import { Effect } from "effect"
import { makeBitcoinWalletChain, makeTestBitcoinSigner } from "../bitcoin/index.ts"
import type { DevProvider } from "../DevProvider.ts"
import type { DevWallet } from "../DevWallet.ts"
import type { ScriptedApprover } from "../makeScriptedApprover.ts"
import { makePolkadotWalletChain, makeTestPolkadotSigner } from "../polkadot/index.ts"
import { answerEntryAs } from "../profiles/answerEntryAs.ts"
import { answerProviderAs } from "../profiles/answerProviderAs.ts"
import { answerStandardAs } from "../profiles/answerStandardAs.ts"
import type { ProfileNamespace, WalletProfile } from "../profiles/WalletProfile.ts"
import { makeSolanaWalletChain, makeTestSolanaSigner } from "../solana/index.ts"
import { type InjectedEntry, makeInjectedEntry } from "../standard/makeInjectedEntry.ts"
import {
  bitcoinStandardNetworks,
  polkadotStandardNetworks,
  solanaStandardNetworks,
} from "../standard/standardNetworks.ts"
import type { WalletChain } from "../standard/WalletChain.ts"
import { makeDevProviderFixture } from "./devProviderFixture.ts"
import { getNodeAnswer } from "./setupDevWallet.ts"

/** A real wallet's fake, as its chain has it, over a dev wallet with real keys. */
export type ProfileFace =
  | { readonly _tag: "Provider"; readonly provider: DevProvider }
  | { readonly _tag: "Standard"; readonly wallet: StandardWallet }
  | { readonly _tag: "Entry"; readonly entry: InjectedEntry }

export interface ProfileFixture {
  readonly face: ProfileFace
  readonly wallet: DevWallet
  readonly approver: ScriptedApprover
  readonly origin: string
  /** Plain addresses of its accounts on its chain. */
  readonly addresses: readonly [string, string]
  /** Removes or updates the extension. */
  readonly remove: () => void
}

type NodeAnswer = (method: string, params: readonly unknown[]) => unknown

/** Answers of healthy nodes of each chain. */
const nodes: Readonly<Record<ProfileNamespace, NodeAnswer>> = {
  eip155: getNodeAnswer,
  solana: () => null,
  bip122: () => null,
  polkadot: () => null,
}

// Deriving a key takes tens of milliseconds, and every test needs the same ones.
const solanaSigners = [makeTestSolanaSigner(0), makeTestSolanaSigner(1)] as const
const bitcoinSigners = [makeTestBitcoinSigner(0), makeTestBitcoinSigner(1)] as const
const polkadotSigners = [makeTestPolkadotSigner(0), makeTestPolkadotSigner(1)] as const

const sidesOf = (namespace: ProfileNamespace, answer: NodeAnswer): readonly WalletChain[] => {
  const rpc = (_: unknown, method: string, params: readonly unknown[]) =>
    Effect.sync(() => answer(method, params))
  switch (namespace) {
    case "eip155":
      return []
    case "solana":
      return [makeSolanaWalletChain({ signers: solanaSigners, networks: solanaStandardNetworks, rpc })]
    case "bip122":
      return [makeBitcoinWalletChain({ signers: bitcoinSigners, networks: bitcoinStandardNetworks, rpc })]
    case "polkadot":
      return [makePolkadotWalletChain({ signers: polkadotSigners, networks: polkadotStandardNetworks })]
  }
}

/** Makes the fake of a real wallet, whose person is scripted. @param answer of its nodes */
export const makeProfileFixture = (
  profile: WalletProfile,
  answer: NodeAnswer = nodes[profile.namespace],
): ProfileFixture => {
  const sides = sidesOf(profile.namespace, answer)
  const { approver, origin, wallet } = makeDevProviderFixture({
    sides,
    rpc: (_, method, params) => Effect.sync(() => answer(method, params)),
  })
  const profiled = { profile, isLocked: () => wallet.snapshot().locked }
  const made = (): { readonly face: ProfileFace; readonly remove: () => void } => {
    switch (profile.namespace) {
      case "eip155": {
        const { provider, remove } = answerProviderAs(wallet.provider(origin), profiled)
        return { face: { _tag: "Provider", provider }, remove }
      }
      case "polkadot": {
        const { entry, remove } = answerEntryAs(makeInjectedEntry(wallet.provider(origin)), profiled)
        return { face: { _tag: "Entry", entry }, remove }
      }
      default: {
        const { remove, wallet: standard } = answerStandardAs(wallet.standard(origin), profiled)
        return { face: { _tag: "Standard", wallet: standard }, remove }
      }
    }
  }
  const [first = "", second = ""] =
    sides.length === 0
      ? wallet.accounts
      : sides.flatMap(({ accounts }) => accounts.map(({ addresses }) => addresses[0].address))
  return { ...made(), wallet, approver, origin, addresses: [first, second] }
}
