import type { AccountEntry, Accounts } from "@wmodal/core/flows"
import { Effect, Stream, SubscriptionRef } from "effect"
import type { Context } from "../session/Context.ts"
import { openToLook } from "../session/openSession.ts"
import type { Field } from "../views/Panel.tsx"
import type { EngineCommand } from "./Command.ts"
import { factsOf } from "./factsOf.ts"

/** The accounts that the wallet shares: what kind each is, and what it is called where somebody knows. */
export const accounts = (context: Context): EngineCommand =>
  Effect.gen(function* () {
    const { engine, settings } = yield* openToLook(context)
    const facts = yield* factsOf(engine)
    const { accounts: room } = yield* engine.flows
    const asksNames = settings.endpoints.blockchain !== undefined
    const entries = yield* context.prompts.during("Looking up names", known(room, asksNames))
    const rows = entries.map(({ account, address, name, namespace, selected, type }) => ({
      account,
      address,
      namespace,
      type,
      selected,
      name,
    }))
    yield* Effect.promise(() =>
      context.output.result({
        state: "accounts",
        json: { wallet: facts.wallet, network: facts.network, accounts: rows },
        lines: rows.map(({ account }) => account),
        drawn: async (columns) =>
          (await import("../views/result.tsx")).result(rows.length === 1 ? "Account" : "Accounts", [
            ...rows.map(fieldOf),
            { label: "Network", text: `${facts.networkName} (${facts.network})` },
            { label: "Wallet", text: facts.wallet.name },
          ])(columns),
      }),
    )
  })

const types: Readonly<Record<AccountEntry["type"], string>> = {
  eoa: "",
  smartAccount: "smart account",
  payment: "payment",
  ordinal: "ordinals",
}

const fieldOf = ({ address, name, selected, type }: AccountEntry, at: number): Field => ({
  label: selected ? "In use" : `Account ${at + 1}`,
  text: [address, ...(name === null ? [] : [name]), ...(types[type] === "" ? [] : [types[type]])].join("\n"),
})

/** How long names are waited for, in milliseconds: an account without one is none to wait for. */
const patience = 1000
/** The same for what the wallet itself knows. */
const moment = 100

/** They are found out one after the other, and nobody says which was the last. */
const known = ({ entries }: Accounts, asksNames: boolean): Effect.Effect<readonly AccountEntry[]> =>
  SubscriptionRef.changes(entries).pipe(
    Stream.takeUntil((all) => asksNames && all.every(({ name }) => name !== null)),
    Stream.runDrain,
    Effect.timeoutOption(asksNames ? patience : moment),
    Effect.andThen(SubscriptionRef.get(entries)),
  )
