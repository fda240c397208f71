import type { ConnectionState } from "@wmodal/core"
import type { Namespace } from "@wmodal/protocol"
import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import { makeFakeEngine } from "../gallery/fakeEngine.ts"
import { getScene, type SceneName } from "../gallery/scenes.ts"
import { makeTranslate } from "../messages/Translate.tsx"
import type { WModalState } from "../page/WModal.ts"
import { publishChanges } from "./publish.ts"

/** Returns the first state that the page receives. */
const told = (
  scene: SceneName,
  remembered: WModalState["connections"] = {},
  states?: Partial<Record<Namespace, ConnectionState>>,
) =>
  Effect.runPromise(
    Effect.gen(function* () {
      const engine = yield* makeFakeEngine({ ...getScene(scene), ...(states && { states }) })
      return yield* Effect.callback<Partial<WModalState>>((resume) => {
        let state: Partial<WModalState> = {}
        const fiber = Effect.runFork(
          Effect.all(
            publishChanges(
              engine,
              makeTranslate("en", {}),
              (change) => {
                state = { ...state, ...change }
                if ("connections" in state && "network" in state) resume(Effect.succeed(state))
              },
              remembered,
            ),
            { concurrency: "unbounded" },
          ),
        )
        return Effect.sync(() => fiber.interruptUnsafe())
      })
    }),
  )

describe("publishChanges with several chains", () => {
  it("publishes each chain's account and wallet, and those of the chain in use", async () => {
    const { account, connections, status, wallet } = await told("account-solana")
    expect(status).toBe("connected")
    expect(account).toMatchObject({ label: "DRpb...km21hy", balance: { symbol: "SOL" } })
    expect(wallet?.name).toBe("Phantom")
    expect(connections).toMatchObject({
      eip155: {
        status: "connected",
        account: { label: "0x52...9c0f3a", balance: null },
        wallet: { name: "MetaMask" },
      },
      solana: { account: { network: account?.network, balance: { symbol: "SOL" } } },
      bip122: { account: { label: "bc1q...wf5mdq" }, wallet: { name: "Xverse" } },
    })
  })

  it("publishes a name of at most 18 characters for the button", async () => {
    expect((await told("account-huge")).account?.label).toBe("a-name-that-is-muc...")
  })

  it("publishes no connection of a chain before a connection attempt", async () => {
    const { connections, account, wallet } = await told("connect")
    expect({ connections, account, wallet }).toEqual({ connections: {}, account: null, wallet: null })
  })

  it("publishes connecting without an account while a chain is being connected", async () => {
    const { connections, status } = await told("connecting-chain")
    expect(status).toBe("connecting")
    expect(connections).toEqual({ solana: { status: "connecting", account: null, wallet: null } })
  })

  it("keeps the account of the last visit until its session is restored", async () => {
    const wallet = { connectorId: "io.metamask", name: "MetaMask", icon: null }
    const account = {
      caipAddress: "eip155:1:0x1",
      address: "0x1",
      network: "eip155:1",
      label: "0x1",
      colors: [],
      balance: null,
    } as const
    const remembered = { eip155: { status: "connecting", account, wallet } } as const
    const restoring = await told("connect", remembered, { eip155: { _tag: "Restoring", wallet } })
    expect(restoring).toMatchObject({ status: "connecting", account, wallet, connections: remembered })
    const because = null
    const ended = await told("connect", remembered, { eip155: { _tag: "Disconnected", because } })
    expect(ended).toMatchObject({ status: "disconnected", account: null, wallet: null })
    const asked = await told("connect", remembered, { eip155: { _tag: "Connecting", wallet, slow: false } })
    expect(asked).toMatchObject({ status: "connecting", account: null, wallet: null })
  })
})
