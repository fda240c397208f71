import type { NameReview } from "@wmodal/core/flows"
import { Effect } from "effect"
import { confirmReview, requireApprover } from "../operations/confirmReview.ts"
import { makeApprovalGrant } from "../payments/ApprovalGrant.ts"
import type { CommandPlan, KeyFlags } from "../plan/CommandPlan.ts"
import type { Context } from "../session/Context.ts"
import { openForSigning } from "../session/openForSigning.ts"
import { openReadOnly } from "../session/openSession.ts"
import { formatAddressGroups } from "../terminal/addressGroups.ts"
import { quoteWord } from "../terminal/quoteWord.ts"
import { drawFacts } from "../views/drawFacts.ts"
import type { Field } from "../views/Panel.tsx"
import { makeApprover } from "../wallet/approver.ts"
import type { EngineCommand } from "./Command.ts"
import { getConnectionFacts } from "./connectionFacts.ts"

type PlanOf<Tag> = Extract<CommandPlan, { readonly _tag: Tag }>

/** The embedded wallet has its own key. */
const noKey: KeyFlags = { account: null, keyFile: null, keystore: null, passwordFile: null }

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
  Effect.gen(function* () {
    const { output, prompts } = context
    yield* requireApprover(context, { yes }, `wmodal name register ${quoteWord(name)} --yes`)
    const reviewed = makeApprovalGrant(makeApprover({ yes }, context))
    const open = yield* openForSigning(context, { key: noKey, yes, reviewed })
    const names = yield* Effect.flatMap(open.engine.flows, (flows) => flows.names)
    const review = yield* prompts.during("Checking the name", names.prepare(name))
    const fields = toReviewFields(review)
    if (yes) for (const { label, text } of fields) output.info(`${label}: ${text}`)
    yield* confirmReview(context, { yes }, [], async () =>
      (await import("../views/NameReview.tsx")).renderNameReview(fields),
    )
    output.state("approval")
    const registered = yield* open.approvalChannel.during(null, names.register(review))
    const { account, network } = yield* getConnectionFacts(open.engine)
    yield* output.result({
      state: "registered",
      json: { name: registered.name, account, network },
      lines: [registered.name],
      drawn: drawFacts("Registered", fields.slice(0, 3)),
    })
    if (!yes) output.info(`Equivalent command: wmodal name register ${quoteWord(name)} --yes`)
  })

const toReviewFields = ({ address, message, name, network }: NameReview): readonly Field[] => [
  { label: "Name", text: name },
  { label: "Account", text: formatAddressGroups(address) },
  { label: "Network", text: `${network.name} (${network.caipNetworkId})` },
  { label: "Message", text: `${message}, with the time of signing` },
]
