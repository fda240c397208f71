import type { AccountEntry, Accounts } from "@wmodal/core/flows"
import { SubscriptionRef, toNetworkId } from "@wmodal/protocol"
import { Effect, Stream } from "effect"
import type { Context } from "../session/Context.ts"
import { openReadOnly } from "../session/openSession.ts"
import { formatAddressGroups } from "../terminal/addressGroups.ts"
import { drawFacts } from "../views/drawFacts.ts"
import type { Field } from "../views/Panel.tsx"
import { chainTitles } from "../wallet/Keys.ts"
import { requireNetworkOfKey } from "../wallet/publicTestKey.ts"
import type { EngineCommand } from "./Command.ts"
import { getConnectionFacts } from "./connectionFacts.ts"

/** Lists the accounts of every chain, with their type and name where known. */
export const accounts = (context: Context): EngineCommand =>
  Effect.gen(function* () {
    const { engine, settings } = yield* openReadOnly(context)
    const facts = yield* getConnectionFacts(engine)
    const { accounts: room } = yield* engine.flows
    const asksNames = settings.endpoints.blockchain !== undefined
    const entries = yield* context.prompts.during("Looking up names", collectAccounts(room, asksNames))
    // The accounts of other chains are shown, too, each on its own network.
    for (const { account } of entries) {
      const network = settings.networks.find(({ caipNetworkId }) => caipNetworkId === toNetworkId(account))
      if (network !== undefined) yield* requireNetworkOfKey(context.session.state(), network, settings)
    }
    const several = new Set(entries.map(({ namespace }) => namespace)).size > 1
    const rows = entries.map(({ account, address, name, namespace, selected, type }) => ({
      account,
      address,
      namespace,
      type,
      selected,
      name,
    }))
    yield* context.output.result({
      state: "accounts",
      json: {
        wallet: facts.wallet,
        account: facts.account,
        network: facts.network,
        accounts: rows,
      },
      lines: rows.map(({ account }) => account),
      drawn: drawFacts(rows.length === 1 ? "Account" : "Accounts", [
        ...entries.map((entry, at) => toAccountField(entry, at, { several, inUse: facts.account })),
        { label: "Network", text: `${facts.networkName} (${facts.network})` },
        { label: "Wallet", text: facts.wallet.name },
      ]),
    })
  })

const accountTypeTitles: Readonly<Record<AccountEntry["type"], string>> = {
  eoa: "",
  smartAccount: "smart account",
  payment: "payment",
  ordinal: "ordinals",
}

const toAccountField = (
  { account, address, name, namespace, selected, type }: AccountEntry,
  at: number,
  { inUse, several }: { readonly several: boolean; readonly inUse: string },
): Field => ({
  label: several && selected ? chainTitles[namespace] : selected ? "In use" : `Account ${at + 1}`,
  text: [
    formatAddressGroups(address),
    ...[name ?? "", accountTypeTitles[type], several && account === inUse ? "in use" : ""].filter(
      (line) => line !== "",
    ),
  ].join("\n"),
})

/** Milliseconds to wait for names: many accounts have none. */
const nameTimeoutMs = 1000
/** Milliseconds to wait for data of the wallet itself. */
const walletTimeoutMs = 100

/** Collects accounts until the time limit, because the source reports no end. */
const collectAccounts = ({ entries }: Accounts, asksNames: boolean): Effect.Effect<readonly AccountEntry[]> =>
  SubscriptionRef.changes(entries).pipe(
    Stream.takeUntil((all) => asksNames && all.every(({ name }) => name !== null)),
    Stream.runDrain,
    Effect.timeoutOption(asksNames ? nameTimeoutMs : walletTimeoutMs),
    Effect.andThen(SubscriptionRef.get(entries)),
  )
