import type { Effect } from "effect"
import type { Context } from "../session/Context.ts"
import { drawFacts } from "../views/drawFacts.ts"
import type { ConnectionFacts } from "./connectionFacts.ts"

/** Prints the result of a connection. */
export const reportConnected = (
  output: Context["output"],
  facts: ConnectionFacts,
  extra: {
    readonly json?: Readonly<Record<string, unknown>>
    readonly rows?: readonly { readonly label: string; readonly text: string }[]
  } = {},
): Effect.Effect<void> =>
  output.result({
    state: "connected",
    json: {
      wallet: facts.wallet,
      account: facts.account,
      address: facts.address,
      network: facts.network,
      accounts: facts.accounts,
      ...extra.json,
    },
    lines: [facts.account],
    drawn: drawFacts("Connected", [
      { label: "Wallet", text: facts.wallet.name },
      { label: "Account", text: facts.address },
      { label: "Network", text: `${facts.networkName} (${facts.network})` },
      ...(extra.rows ?? []),
    ]),
  })
