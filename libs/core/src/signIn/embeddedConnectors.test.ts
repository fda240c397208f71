import { describe, expect, it } from "@effect/vitest"
import type { ConnectRequest } from "@wmodal/chains"
import { mainnet } from "@wmodal/protocol/networks"
import { Effect } from "effect"
import { scriptedSession, scriptedWallet } from "../testing/scriptedWallet.ts"
import { embeddedConnectors } from "./embeddedConnectors.ts"

describe("embeddedConnectors", () => {
  it.effect("passes the whole request on, and names the session after the user", () =>
    Effect.gen(function* () {
      const asked: ConnectRequest[] = []
      const { connector } = scriptedWallet({
        connect: (request) => {
          asked.push(request)
          return Effect.succeed(scriptedSession)
        },
      })
      const [own] = embeddedConnectors([connector], { name: () => "ada@example.com", notRestored: () => {} })
      const signIn = async () => null
      const session = yield* own?.connect({ network: mainnet, onLateApproval: () => {}, signIn }) ??
        Effect.die("There is no connector.")
      expect(session.wallet?.name).toBe("ada@example.com")
      expect(asked).toEqual([{ network: mainnet, onLateApproval: expect.any(Function), signIn }])
    }),
  )
})
