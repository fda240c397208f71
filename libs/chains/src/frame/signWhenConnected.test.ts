import { describe, expect, it } from "@effect/vitest"
import { frameEoa, makeScriptedFrame } from "@wmodal/dev-wallet/testing"
import { mainnet, solana } from "@wmodal/protocol/networks"
import { Effect } from "effect"
import { ConnectorError } from "../contract/ConnectorError.ts"
import type { SignInRequest } from "../contract/WalletCalls.ts"
import { evmAndSolana, makeSignedInPage } from "../testing/framePage.ts"
import { signWhenConnected } from "./signWhenConnected.ts"

const request: SignInRequest = {
  domain: "app.example",
  uri: "https://app.example",
  version: "1",
  chainId: "10",
  nonce: "abcdefgh12345678",
  statement: "Sign in.",
  issuedAt: "2026-01-15T12:00:00Z",
  expirationTime: "2026-01-15T13:00:00Z",
  resources: ["https://app.example/terms"],
}
const signature = `0x${"5e".repeat(65)}`

const connect = (
  rpc: (method: string, params: unknown) => Effect.Effect<unknown, Error>,
  signIn: (() => Promise<SignInRequest | null>) | undefined,
) =>
  Effect.gen(function* () {
    const frame = makeScriptedFrame({
      plain: true,
      rpc: (method, params) => Effect.orDie(rpc(method, params)),
    })
    const approvals: number[] = []
    const page = yield* makeSignedInPage({
      frame,
      deps: { ...evmAndSolana, onApproval: (count) => approvals.push(count) },
    })
    const session = yield* page.evm.connect({
      network: mainnet,
      onLateApproval: () => {},
      ...(signIn !== undefined && { signIn }),
    })
    return { approvals, session }
  })

describe("connect of the embedded wallet with a message to sign", () => {
  it.effect("signs the message for the connected account in one approval", () =>
    Effect.gen(function* () {
      const asked: unknown[] = []
      const { approvals, session } = yield* connect(
        (method, params) =>
          Effect.sync(() => {
            asked.push([method, params])
            return signature
          }),
        async () => request,
      )
      const message = `app.example wants you to sign in with your Ethereum account:
${frameEoa}

Sign in.

URI: https://app.example
Version: 1
Chain ID: 1
Nonce: abcdefgh12345678
Issued At: 2026-01-15T12:00:00Z
Expiration Time: 2026-01-15T13:00:00Z
Resources:
- https://app.example/terms`
      expect(session.signed).toEqual([{ account: `eip155:1:${frameEoa}`, message, signature }])
      expect(asked).toEqual([["personal_sign", [`0x${Buffer.from(message).toString("hex")}`, frameEoa]]])
      expect(approvals).toEqual([1, 0])
    }),
  )

  it.effect("connects without a signature when none is wanted, and when no message can be made", () =>
    Effect.gen(function* () {
      const refuse = () => Effect.fail(new Error("must not be asked"))
      for (const signIn of [undefined, async () => null, async () => ({ ...request, nonce: "short" })]) {
        const { approvals, session } = yield* connect(refuse, signIn)
        expect(session.accounts).toEqual([`eip155:1:${frameEoa}`])
        expect(session).not.toHaveProperty("signed")
        expect(approvals).toEqual([])
      }
    }),
  )
})

describe("signWhenConnected", () => {
  it.effect("returns null when the user declines", () =>
    Effect.gen(function* () {
      const declined = () =>
        Effect.fail(new ConnectorError({ connectorId: "ID_AUTH", reason: { _tag: "Declined" } }))
      expect(yield* signWhenConnected({ signMessage: declined }, `eip155:1:${frameEoa}`, request)).toBe(null)
    }),
  )

  it.effect("prints a Solana message for a Solana account, issued now when the host app names no time", () =>
    Effect.gen(function* () {
      const { issuedAt: _, ...others } = request
      const address = "Vote111111111111111111111111111111111111111"
      const signed = yield* signWhenConnected(
        { signMessage: () => Effect.succeed("5e") },
        `${solana.caipNetworkId}:${address}`,
        others,
      )
      expect(signed?.message).toMatch(/^app\.example wants you to sign in with your Solana account:\nVote1/)
      expect(signed?.message).toContain("\nChain ID: 5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp\n")
      expect(signed?.message).toContain("\nIssued At: 1970-01-01T00:00:00.000Z")
    }),
  )
})
