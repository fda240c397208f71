import { Fetch, Hosts, makeHosts } from "@wmodal/protocol"
import { Effect } from "effect"
import type { Plan } from "../plan/Plan.ts"
import type { Context } from "../session/Context.ts"
import { metadata } from "../settings/metadata.ts"
import { attemptLine } from "../terminal/attemptLine.ts"
import type { Command, EngineCommand } from "./Command.ts"

/**
 * For commands that need nothing from outside: with a wallet connected the engine
 * reads the balance for a screen that is not there, and would tell a node who is looking.
 */
const local = (command: EngineCommand): Command =>
  Effect.provideService(command, Fetch, { send: () => Effect.never })

/** undici loads for the commands that ask somebody. */
const online = async (command: EngineCommand, { output, shared }: Context): Promise<Command> => {
  const { fetchLayer } = await import("@wmodal/api/node")
  const hosts = makeHosts()
  if (shared.debug) hosts.attempts.subscribe((attempt) => output.debug(attemptLine(attempt)))
  return command.pipe(Effect.provideService(Hosts, hosts), Effect.provide(fetchLayer(metadata)))
}

/** Each command is a chunk of its own: a script that reads accounts pays for nothing that signs. */
export const commandOf = async (plan: Plan, context: Context): Promise<Command> => {
  switch (plan._tag) {
    case "Connect":
      return local((await import("./connect.ts")).connect(plan, context))
    case "Accounts":
      return online((await import("./accounts.ts")).accounts(context), context)
    case "Balances":
      return online((await import("./balances.ts")).balances(context), context)
    case "Activity":
      return online((await import("./activity.ts")).activity(plan, context), context)
    case "Send":
      return online((await import("./send.ts")).send(plan, context), context)
    case "Swap":
      return online((await import("./swap.ts")).swap(plan, context), context)
    case "SendBatch":
      return online((await import("./sendBatch.ts")).sendBatch(plan, context), context)
    case "Watch":
      return online((await import("./watch.ts")).watch(plan, context), context)
    case "Raise":
      return online((await import("./raise.ts")).raise(plan, context), context)
    case "Broadcast":
      return online((await import("./broadcast.ts")).broadcast(plan, context), context)
    case "Networks":
      return local((await import("./networks.ts")).networks(context))
    case "NetworksAdd":
      return (await import("./ownNetworks.ts")).addNetwork(plan, context)
    case "NetworksRemove":
      return (await import("./ownNetworks.ts")).removeNetwork(plan, context)
    case "Switch":
      return local((await import("./switch.ts")).switchNetwork(plan, context))
    case "SignMessage":
      return local((await import("./sign.ts")).signMessage(plan, context))
    case "SignTypedData":
      return online((await import("./sign.ts")).signTypedData(plan, context), context)
    case "Disconnect":
      return local((await import("./disconnect.ts")).disconnect(plan, context))
    case "Doctor":
      return online((await import("./doctor.ts")).doctor(context), context)
    case "Mock":
      return (await import("./mock.ts")).mock(plan, context)
    case "RunStory":
      return online((await import("./runStory.ts")).runStory(plan, context), context)
    case "Csp":
      return (await import("./csp.ts")).csp(plan, context)
    case "Completion":
      return (await import("./completion.ts")).completion(plan, context)
  }
}
