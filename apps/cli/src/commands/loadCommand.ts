import { Fetch, Hosts, makeHosts } from "@wmodal/protocol"
import { Effect } from "effect"
import type { CommandPlan } from "../plan/CommandPlan.ts"
import type { Context } from "../session/Context.ts"
import { metadata } from "../settings/metadata.ts"
import { formatAttempt } from "../terminal/formatAttempt.ts"
import type { Command, EngineCommand } from "./Command.ts"

/**
 * Runs a command offline. With a connected wallet the engine would fetch the balance for a view that is not shown, and
 * reveal the user's address to a node.
 */
const withoutFetch = (command: EngineCommand): Command =>
  Effect.provideService(command, Fetch, { send: () => Effect.never })

/** Loads undici, for commands with network access only. */
const loadOnlineCommand = async (command: EngineCommand, { output, shared }: Context): Promise<Command> => {
  const { fetchLayer } = await import("@wmodal/api/node")
  const hosts = makeHosts()
  if (shared.debug) hosts.attempts.subscribe((attempt) => output.debug(formatAttempt(attempt)))
  return command.pipe(Effect.provideService(Hosts, hosts), Effect.provide(fetchLayer(metadata)))
}

/** Loads a command. Each one is a separate chunk, so that reading accounts loads no signing code. */
export const loadCommand = async (plan: CommandPlan, context: Context): Promise<Command> => {
  switch (plan._tag) {
    case "Connect":
      return withoutFetch((await import("./connect.ts")).connect(plan, context))
    case "Accounts":
      return loadOnlineCommand((await import("./accounts.ts")).accounts(context), context)
    case "Balances":
      return loadOnlineCommand((await import("./balances.ts")).balances(context), context)
    case "Activity":
      return loadOnlineCommand((await import("./activity.ts")).activity(plan, context), context)
    case "Receive":
      return loadOnlineCommand((await import("./receive.ts")).receive(plan, context), context)
    case "Buy":
      return loadOnlineCommand((await import("./buy.ts")).buy(plan, context), context)
    case "Send":
      return loadOnlineCommand((await import("./send.ts")).send(plan, context), context)
    case "Swap":
      return loadOnlineCommand((await import("./swap.ts")).swap(plan, context), context)
    case "SendBatch":
      return loadOnlineCommand((await import("./sendBatch.ts")).sendBatch(plan, context), context)
    case "Watch":
      return loadOnlineCommand((await import("./watch.ts")).watch(plan, context), context)
    case "Revoke":
      return loadOnlineCommand((await import("./revoke.ts")).revoke(plan, context), context)
    case "Forget":
      return loadOnlineCommand((await import("./forget.ts")).forget(plan, context), context)
    case "Raise":
      return loadOnlineCommand((await import("./raise.ts")).raise(plan, context), context)
    case "Broadcast":
      return loadOnlineCommand((await import("./broadcast.ts")).broadcast(plan, context), context)
    case "Networks":
      return withoutFetch((await import("./networks.ts")).networks(context))
    case "NetworksAdd":
      return loadOnlineCommand((await import("./ownNetworks.ts")).addNetwork(plan, context), context)
    case "NetworksRemove":
      return (await import("./ownNetworks.ts")).removeNetwork(plan, context)
    case "Switch":
      return withoutFetch((await import("./switchNetwork.ts")).switchNetwork(plan, context))
    case "SignMessage":
      return withoutFetch((await import("./sign.ts")).signMessage(plan, context))
    case "SignSiwx":
      return withoutFetch((await import("./signSiwx.ts")).signSiwx(plan, context))
    case "SignTypedData":
      return loadOnlineCommand((await import("./sign.ts")).signTypedData(plan, context), context)
    case "Verify":
      return (await import("./verify.ts")).verify(plan, context)
    case "NameSuggest":
      return loadOnlineCommand((await import("./name.ts")).suggestNames(plan, context), context)
    case "NameRegister":
      return loadOnlineCommand((await import("./name.ts")).registerName(plan, context), context)
    case "NameLookUp":
      return loadOnlineCommand((await import("./name.ts")).lookUpName(plan, context), context)
    case "Sessions":
      return loadOnlineCommand((await import("./sessions.ts")).listSessions(context), context)
    case "SessionRevoke":
      return loadOnlineCommand((await import("./sessions.ts")).revokeSession(plan, context), context)
    case "Disconnect":
      return withoutFetch((await import("./disconnect.ts")).disconnect(plan, context))
    case "Doctor":
      return loadOnlineCommand((await import("./doctor.ts")).doctor(context), context)
    case "Mock":
      return (await import("./mock.ts")).mock(plan, context)
    case "RunStory":
      return loadOnlineCommand((await import("./runStory.ts")).runStory(plan, context), context)
    case "Csp":
      return (await import("./csp.ts")).csp(plan, context)
    case "Completion":
      return (await import("./completion.ts")).completion(plan, context)
  }
}
