import type { NameReview } from "@wmodal/core/flows"
import { parsePaymentUri } from "@wmodal/protocol"
import { Effect } from "effect"
import { usageError } from "../failure/CliError.ts"
import { runSignature } from "../operations/runSignature.ts"
import type { CommandPlan } from "../plan/CommandPlan.ts"
import type { Context } from "../session/Context.ts"
import { openReadOnly } from "../session/openSession.ts"
import { formatAddressGroups } from "../terminal/addressGroups.ts"
import { quoteWord } from "../terminal/quoteWord.ts"
import { drawFacts, drawSignature } from "../views/drawFacts.ts"
import type { Field } from "../views/Panel.tsx"
import type { EngineCommand } from "./Command.ts"
import { getConnectionFacts } from "./connectionFacts.ts"

type PlanOf<Tag> = Extract<CommandPlan, { readonly _tag: Tag }>

/** Lists the name itself, and available ones like it. */
export const suggestNames = ({ name }: PlanOf<"NameSuggest">, context: Context): EngineCommand =>
  Effect.gen(function* () {
    const { engine } = yield* openReadOnly(context)
    const names = yield* Effect.flatMap(engine.flows, (flows) => flows.names)
    const found = yield* context.prompts.during("Looking for names", names.suggest(name))
    const suggestions = found.map(({ name, registered }) => ({ name, available: !registered }))
    yield* context.output.result({
      state: "suggestions",
      json: { suggestions },
      lines: suggestions.flatMap(({ available, name }) => (available ? [name] : [])),
      drawn: drawFacts(
        "Names",
        suggestions.map(({ available, name }) => ({ label: available ? "Free" : "Taken", text: name })),
      ),
    })
  })

/** Shows the address of a name, or the names of an address, on the selected network. */
export const lookUpName = ({ text }: PlanOf<"NameLookUp">, context: Context): EngineCommand =>
  Effect.gen(function* () {
    if (parsePaymentUri(text.trim()) !== null)
      return yield* usageError(
        "This is a payment link, not a name or an address.",
        `To review what it requests: wmodal send ${quoteWord(text.trim())} --dry-run`,
      )
    const { engine } = yield* openReadOnly(context)
    const { network, networkName } = yield* getConnectionFacts(engine)
    const names = yield* Effect.flatMap(engine.flows, (flows) => flows.names)
    const found = yield* context.prompts.during("Looking it up", names.lookUp(text))
    const [title, fields]: readonly [string, readonly Field[]] =
      found._tag === "Name"
        ? [
            found.name,
            [
              {
                label: "Address",
                text: found.address === null ? "none" : formatAddressGroups(found.address),
              },
            ],
          ]
        : ["Names", found.names.map((name) => ({ label: "Name", text: name }))]
    yield* context.output.result({
      state: "found",
      json:
        found._tag === "Name"
          ? { name: found.name, address: found.address, network }
          : { address: found.address, names: found.names, network },
      lines: found._tag === "Name" ? (found.address === null ? [] : [found.address]) : found.names,
      drawn: drawFacts(title, [
        ...(found._tag === "Address" && found.names.length === 0
          ? [{ label: "Name", text: "none" }]
          : fields),
        { label: "Network", text: `${networkName} (${network})` },
      ]),
    })
  })

/** Reviews the registration of a name, signs its message in the embedded wallet, and sends it. */
export const registerName = ({ name, yes }: PlanOf<"NameRegister">, context: Context): EngineCommand =>
  runSignature(context, { yes }, `wmodal name register ${quoteWord(name)}`, ({ engine }) =>
    Effect.gen(function* () {
      const names = yield* Effect.flatMap(engine.flows, (flows) => flows.names)
      const review = yield* context.prompts.during("Checking the name", names.prepare(name))
      const fields = toReviewFields(review)
      return {
        review: {
          fields,
          view: drawSignature(
            "Register a name",
            fields,
            "Others can pay you by this name. Anyone who looks it up sees your address. It costs nothing.",
          ),
        },
        request: names.register(review),
        toResult: ({ name }, { account, network }) =>
          Effect.succeed({
            state: "registered",
            json: { name, account, network },
            lines: [name],
            drawn: drawFacts("Registered", fields.slice(0, 3)),
          }),
      }
    }),
  )

const toReviewFields = ({ address, message, name, network }: NameReview): readonly Field[] => [
  { label: "Name", text: name },
  { label: "Account", text: formatAddressGroups(address) },
  { label: "Network", text: `${network.name} (${network.caipNetworkId})` },
  { label: "Message", text: `${message}, with the time of signing` },
]
