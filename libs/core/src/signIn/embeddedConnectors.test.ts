import { expect, it } from "@effect/vitest"
import type { ConnectRequest, WalletSession } from "@wmodal/chains"
import { mainnet } from "@wmodal/protocol/networks"
import { Effect } from "effect"
import { scriptedSession, scriptedWallet, solanaSession, solanaWallet } from "../testing/scriptedWallet.ts"
import { embeddedConnectors } from "./embeddedConnectors.ts"

it.effect(
  "names every session after the signed-in user: requested, restored, late, and of the other chain",
  () =>
    Effect.gen(function* () {
      const sun = solanaWallet().connector
      const both: WalletSession = {
        ...scriptedSession,
        otherChains: [{ connector: sun, session: solanaSession }],
      }
      const late: WalletSession[] = []
      const { connector } = scriptedWallet({
        connect: (request) =>
          Effect.sync(() => {
            request.onLateApproval(both)
            return both
          }),
        restore: Effect.succeed({ ...both, wallet: { name: "Auth", icon: "https://icon.example" } }),
      })
      let who: string | null = null
      const [evm, other] = embeddedConnectors([connector, sun], { name: () => who, notRestored: () => {} })
      if (evm === undefined) throw new Error("One is missing.")
      const connect = () => evm.connect({ network: null, onLateApproval: (session) => late.push(session) })
      expect((yield* connect()).wallet?.name).toBe("Auth")
      who = "ann@example.com"
      const given = yield* connect()
      expect(given.wallet).toEqual({ name: "ann@example.com", icon: null })
      expect(given.otherChains?.[0]?.session.wallet?.name).toBe("ann@example.com")
      expect(given.otherChains?.[0]?.connector).toBe(other)
      expect(late.at(-1)?.wallet?.name).toBe("ann@example.com")
      expect((yield* evm.restore).wallet).toEqual({ name: "ann@example.com", icon: "https://icon.example" })
    }),
)

it.effect("passes the whole request on, with the message to sign", () =>
  Effect.gen(function* () {
    const asked: ConnectRequest[] = []
    const { connector } = scriptedWallet({
      connect: (request) => {
        asked.push(request)
        return Effect.succeed(scriptedSession)
      },
    })
    const [evm] = embeddedConnectors([connector], { name: () => null, notRestored: () => {} })
    const signIn = async () => null
    yield* evm?.connect({ network: mainnet, onLateApproval: () => {}, signIn }) ?? Effect.void
    expect(asked).toEqual([{ network: mainnet, onLateApproval: expect.any(Function), signIn }])
  }),
)
