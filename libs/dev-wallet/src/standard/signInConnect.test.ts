import type { SignInRequest } from "@wmodal/chains"
import { fromSolanaWallet } from "@wmodal/chains/solana"
import type { StandardWallet } from "@wmodal/chains/standard"
import { solana, solanaDevnet } from "@wmodal/protocol/networks"
import { parseSiwxMessage } from "@wmodal/protocol/siwx"
import { Effect, Result } from "effect"
import { describe, expect, it } from "vitest"
import { declining, origin } from "../testing/setupDevWallet.ts"
import { getFeature, setupStandardWallet } from "../testing/setupStandardWallet.ts"

const message: SignInRequest = {
  domain: new URL(origin).host,
  uri: origin,
  version: "1",
  nonce: "abcdefgh12345678",
  statement: "Sign in.",
  chainId: solanaDevnet.id as string,
  issuedAt: "2026-01-15T12:00:00Z",
  resources: [`${origin}/terms`],
}

const connect = (wallet: StandardWallet, asked: SignInRequest | null = message) =>
  fromSolanaWallet(wallet).connect({
    network: solanaDevnet,
    onLateApproval: () => {},
    signIn: async () => asked,
  })
/** Replaces the wallet's sign-in. */
const withSignIn = (wallet: StandardWallet, signIn: (...inputs: never) => unknown): StandardWallet => ({
  ...wallet,
  features: { ...wallet.features, "solana:signIn": { version: "1.0.0", signIn } },
})

describe("the Solana connector with solana:signIn", () => {
  it("connects and signs by one prompt", async () => {
    const { asked, standard } = setupStandardWallet()
    const { accounts, signed } = await Effect.runPromise(connect(standard))
    expect(asked.map(({ _tag }) => _tag)).toEqual(["SignIn"])
    expect(signed).toHaveLength(1)
    expect(signed?.[0]?.account).toBe(accounts[0])
    expect(accounts[0]).toMatch(new RegExp(`^${solanaDevnet.caipNetworkId}:`))
    // Wallets know the networks by their names.
    expect(Result.getOrThrow(parseSiwxMessage(signed?.[0]?.message ?? ""))).toMatchObject({
      ...message,
      blockchain: "Solana",
      chainId: "devnet",
      address: accounts[0].split(":")[2],
    })
  })

  it("connects without it when no message is wanted, and with a wallet without the feature", async () => {
    const { asked, standard } = setupStandardWallet()
    expect((await Effect.runPromise(connect(standard, null))).signed).toBeUndefined()
    const other = setupStandardWallet()
    const { "solana:signIn": _, ...features } = other.standard.features
    const plain: StandardWallet = { ...other.standard, features }
    expect((await Effect.runPromise(connect(plain))).signed).toBeUndefined()
    expect([...asked, ...other.asked].map(({ _tag }) => _tag)).toEqual([
      "ConnectAddresses",
      "ConnectAddresses",
    ])
  })

  it("fails as declined when the user declines, without a second prompt", async () => {
    let prompts = 0
    const approve = () => {
      prompts += 1
      return declining.approve()
    }
    const { standard } = setupStandardWallet({ approve })
    expect((await Effect.runPromise(Effect.flip(connect(standard)))).reason).toEqual({ _tag: "Declined" })
    expect(prompts).toBe(1)
  })

  it.each([
    ["fails", () => Promise.reject(new Error("Ledger accounts cannot sign in."))],
    ["returns nothing", async () => []],
    [
      "signs a message of another site",
      async (standard: StandardWallet) => {
        const output = await getFeature(standard, "solana:signIn").signIn({ ...message })
        return output.map((one) => ({
          ...one,
          signedMessage: new TextEncoder().encode(
            new TextDecoder().decode(one.signedMessage).replace(message.domain, "evil.example"),
          ),
        }))
      },
    ],
  ])("connects without it when the wallet %s", async (_, signIn) => {
    const { standard } = setupStandardWallet()
    const { accounts, signed } = await Effect.runPromise(
      connect(withSignIn(standard, () => signIn(standard))),
    )
    expect([accounts.length, signed]).toEqual([1, undefined])
  })

  it("uses the network's name on each network of Solana", async () => {
    const { standard } = setupStandardWallet()
    const asked = { ...message, chainId: solana.id as string }
    const { signed } = await Effect.runPromise(connect(standard, asked))
    expect(signed?.[0]?.message).toContain("\nChain ID: mainnet\n")
  })
})
