import { Effect } from "effect"
import type { Context } from "../session/Context.ts"
import { openToLook } from "../session/openSession.ts"
import type { EngineCommand } from "./Command.ts"
import { factsOf } from "./factsOf.ts"

export const accounts = (context: Context): EngineCommand =>
  Effect.gen(function* () {
    const { engine } = yield* openToLook(context)
    const facts = yield* factsOf(engine)
    const rows = facts.accounts.map((account, at) => ({
      account,
      address: account.slice(account.lastIndexOf(":") + 1),
      namespace: account.slice(0, account.indexOf(":")),
      type: "eoa",
      selected: at === 0,
    }))
    yield* Effect.promise(() =>
      context.output.result({
        state: "accounts",
        json: { wallet: facts.wallet, network: facts.network, accounts: rows },
        lines: facts.accounts,
        drawn: async (columns) =>
          (await import("../views/result.tsx")).result(rows.length === 1 ? "Account" : "Accounts", [
            ...rows.map(({ address }, at) => ({
              label: at === 0 ? "In use" : `Account ${at + 1}`,
              text: address,
            })),
            { label: "Network", text: `${facts.networkName} (${facts.network})` },
            { label: "Wallet", text: facts.wallet.name },
          ])(columns),
      }),
    )
  })
