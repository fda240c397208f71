import type { OwnNetworkError } from "@wmodal/core/flows"
import type { StoryAct } from "@wmodal/mock-server"
import { toReference } from "@wmodal/protocol"
import { Effect } from "effect"
import type { Page } from "./Page.ts"
import type { StoryEffects } from "./StoryEffects.ts"
import type { StepObservation } from "./StoryRunner.ts"

type OwnNetworkAct = Extract<StoryAct, { readonly _tag: "ownNetwork" }>["with"]

/** Adds or removes a network of the user. A refusal fails the step unless the story expects a text. */
export const playOwnNetwork = (
  { engine, flows }: Page,
  { getNodeUrl }: Pick<StoryEffects, "getNodeUrl">,
  act: OwnNetworkAct,
  expectsText: boolean,
): Effect.Effect<StepObservation, string> =>
  Effect.gen(function* () {
    const own = yield* Effect.mapError(flows.ownNetworks, ({ message }) => message)
    const playing = Effect.gen(function* () {
      if ("add" in act) {
        const { add: name, id, node = id } = act
        const url = yield* getNodeUrl(node)
        const draft = { name, url, chainId: toReference(id), symbol: "ETH", explorer: "" }
        return `${(yield* own.add(draft)).name} was added`
      }
      const found = engine.networks.configured.find(({ name }) => name === act.remove)
      if (found === undefined) return yield* Effect.fail(`the list has no ${act.remove}`)
      yield* own.remove(found.caipNetworkId)
      return `${act.remove} was removed`
    })
    const says = yield* Effect.catch(playing, (error) => {
      if (typeof error === "string") return Effect.fail(error)
      const text = error._tag === "OwnNetworkError" ? describe(error) : error.message
      return expectsText ? Effect.succeed(text) : Effect.fail(text)
    })
    return { says: [says], failure: null, stopped: false }
  })

/** Returns the words of the modal's form. */
const describe = ({ reason }: OwnNetworkError): string => {
  switch (reason._tag) {
    case "Invalid":
      return `Not valid: ${Object.keys(reason.faults).join(", ")}`
    case "Listed":
      return `${reason.network.name} is in the list already`
    case "Last":
      return `${reason.network.name} is the only one of its kind`
    case "NotOffered":
      return "Not available here"
    case "NoResponse":
      return `No usable response from ${reason.host}`
    case "OtherNetwork":
      return `You typed chain ID ${reason.typed}, and the node says ${reason.served ?? "none"}`
  }
}
